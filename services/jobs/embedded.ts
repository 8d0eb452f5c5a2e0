/** The embedded adapter of the port: a queue in this process, from which workers claim one unit after another. */
import type { EventEmitter } from 'node:events';
import { v7 as uuid } from 'uuid';
import { type Clocks, jobQueue, type Unit } from './job-queue.js';
import type { JobEngine } from './port.js';

export interface EmbeddedEngine extends JobEngine {
  /** @returns undefined where nothing is due */
  claim(): (Unit & { readonly claimId: string }) | undefined;
}

/** @param events `due` is emitted when a unit may have become due */
export function embeddedEngine(clocks: Clocks, events: EventEmitter): EmbeddedEngine {
  const queue = jobQueue(clocks);
  const due = () => void events.emit('due');
  return {
    start: async (job, { claimId, blocks } = {}) => {
      queue.add(job, claimId);
      if (blocks !== undefined) queue.split(job.id, blocks);
      due();
    },
    remove: async ({ id }) => queue.remove(id),
    split: (id, blocks) => {
      queue.split(id, blocks);
      due();
    },
    blockDone: (id, block) => {
      queue.blockDone(id, block);
      due();
    },
    putBack: (id, claimId, delayMs) => {
      queue.putBack(id, claimId, delayMs);
      if (delayMs === 0) due();
    },
    renew: queue.renew,
    count: queue.count,
    expired: queue.sweep,
    claim: () => {
      const claimId = uuid();
      const unit = queue.claim(claimId);
      return unit && { ...unit, claimId };
    },
    backlog: async () => queue.backlog(),
    close: async () => undefined,
  };
}
