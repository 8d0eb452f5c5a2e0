/** Adds up the thread time that each tenant's runs take, and writes it to the store now and then. */

/** What a tenant used is in the store after this at the latest, and lost only where the process is killed before. */
const COMPUTE_WRITE_INTERVAL_MS = 1_000;

interface ComputeLedger {
  add(tenantId: string, ms: number): void;
  close(): void;
}

/** @param write  adds to what the store holds. What cannot be written is written later */
export function openComputeLedger(write: (tenantId: string, ms: number) => Promise<unknown>): ComputeLedger {
  const unwritten = new Map<string, number>();
  const add = (tenantId: string, ms: number): void => {
    unwritten.set(tenantId, (unwritten.get(tenantId) ?? 0) + ms);
  };
  const timer = setInterval(() => {
    const all = [...unwritten];
    unwritten.clear();
    for (const [tenantId, ms] of all) write(tenantId, ms).catch(() => add(tenantId, ms));
  }, COMPUTE_WRITE_INTERVAL_MS).unref();
  return { add, close: () => clearInterval(timer) };
}
