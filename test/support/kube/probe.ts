/** Runs the probes of a container, as the kubelet does. */
import { Client, credentials } from '@grpc/grpc-js';
import { service as healthService } from 'grpc-health-check';
import { defined } from '#services/runtime/defined';
import type { Container, Probe } from './manifests.js';

const TIMEOUT_MS = 2000;

/** @param portOf the port on this machine for a port of the container */
export function probe({ httpGet, grpc }: Probe, container: Container, portOf: (containerPort: number) => number): Promise<boolean> {
  if (httpGet !== undefined) {
    const { path, port } = httpGet;
    const declared =
      typeof port === 'number'
        ? port
        : defined(
            container.ports?.find(({ name }) => name === port),
            `the port ${port}`,
          ).containerPort;
    return fetch(`http://127.0.0.1:${portOf(declared)}${path}`, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
      ({ status }) => status >= 200 && status < 400,
      () => false,
    );
  }
  const { port, service = '' } = defined(grpc, 'the probe');
  return isServing(portOf(port), service);
}

/** True if the gRPC health service on this port reports `service` as serving. */
export async function isServing(port: number, service: string): Promise<boolean> {
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  const { path, requestSerialize, responseDeserialize } = healthService.Check!;
  try {
    return await new Promise<boolean>((resolve) => {
      client.makeUnaryRequest(
        path,
        requestSerialize,
        responseDeserialize as (bytes: Buffer) => { status: string },
        { service },
        { deadline: Date.now() + TIMEOUT_MS },
        (error, answer) => resolve(error === null && answer?.status === 'SERVING'),
      );
    });
  } finally {
    client.close();
  }
}
