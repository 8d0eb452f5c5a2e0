/** What this replica computes for others: their launches, where the values are the same to the last bit as their own. */
import { status } from '@grpc/grpc-js';
import client from 'prom-client';
import type { Backend } from '#engine';
import { CallFailure } from '#proto/failure';
import type { Handlers } from '#proto/services';
import type { ReplicasDefinition } from '#proto/types/svc/pricing/v1/Replicas';
import type { Registry } from '../common/metrics.js';
import { launchOf, launchReply, ofThisVersion } from './launch-message.js';

/** For several callers at once; more would only wait here, where they know nothing of it. */
const MOST_FOR_OTHERS = 8;

/** @param self the UUID of this process among replicas; undefined where it is none of several, and computes for nobody */
export function assistHandlers(backend: Backend, self: string | undefined, registry: Registry): Handlers<ReplicasDefinition> {
  const served = new client.Counter({
    name: 'svc_replica_launches_served_total',
    help: 'Kernel calls that this replica ran for others.',
    registers: [registry],
  });
  let running = 0;

  return {
    runLaunch: async (request) => {
      const unfit = (reason: string) => new CallFailure(status.FAILED_PRECONDITION, reason);
      if (self === undefined) throw unfit('this process computes for no other: SVC_PRICING_PEERS is not set');
      if (request.caller === self) return { own: true };
      const arithmetic = ofThisVersion(backend.arithmetic(request.source));
      if (request.arithmetic !== arithmetic) throw unfit(`it computes on ${arithmetic}, and not on ${request.arithmetic}`);
      if (running >= MOST_FOR_OTHERS) throw new CallFailure(status.RESOURCE_EXHAUSTED, `${running} launches run for others already`);
      const launch = launchOf(request);
      running++;
      try {
        const { values } = await backend.run(launch);
        // It was refused here just now, and ran on the next.
        const ranOn = ofThisVersion(backend.arithmetic(launch.source));
        if (ranOn !== arithmetic) throw unfit(`it computes on ${ranOn}, and not on ${request.arithmetic}`);
        served.inc();
        return launchReply(values);
      } finally {
        running--;
      }
    },
  };
}
