/** The receiver of webhooks: an https server on this machine that keeps what is posted to it. */
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { issuerIn } from './certificates.js';

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface WebhookReceiver {
  readonly host: string;
  /** The messages, in the order in which they came. */
  readonly received: readonly Received[];
  /** The statuses that it answers with in turn, by the path; the last is repeated. Paths without one are answered with 200. */
  readonly statuses: Record<string, number[]>;
  /** The environment of a service that sends webhooks of jobs to it. */
  readonly environment: Readonly<Record<'JOB_WEBHOOK_HOSTS' | 'JOB_WEBHOOK_KEY' | 'NODE_EXTRA_CA_CERTS', string>>;
  /** The signature that Standard Webhooks asks for, by the key of the environment. */
  signatureOf(message: Received): string;
  close(): void;
}

/** @param folder keeps its certificate */
export async function startReceiver(folder: string): Promise<WebhookReceiver> {
  const key = randomBytes(32);
  const received: Received[] = [];
  const statuses: Record<string, number[]> = {};
  const issuer = issuerIn(folder);
  issuer.authority('receivers');
  issuer.issue('localhost', 'receivers');
  const { cert, key: certificateKey, ca } = issuer.filesOf('localhost', 'receivers');
  const options = { cert: readFileSync(cert), key: readFileSync(certificateKey) };
  const server = createServer(options, async (request, response) => {
    const { url: path = '', headers } = request;
    received.push({ path, headers, body: await text(request) });
    const [status, ...laterStatuses] = statuses[path] ?? [200];
    if (laterStatuses.length > 0) statuses[path] = laterStatuses;
    response.writeHead(status!, status === 302 ? { Location: '/elsewhere' } : {}).end();
  }).listen(0);
  await once(server, 'listening');
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  return {
    host,
    received,
    statuses,
    environment: {
      JOB_WEBHOOK_HOSTS: host,
      JOB_WEBHOOK_KEY: `whsec_${key.toString('base64')}`,
      NODE_EXTRA_CA_CERTS: ca,
    },
    signatureOf: ({ headers, body }) =>
      `v1,${createHmac('sha256', key).update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`).digest('base64')}`,
    close: () => server.close(),
  };
}
