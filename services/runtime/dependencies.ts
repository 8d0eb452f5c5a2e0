/** Whether what a process depends on can serve. */
import { setTimeout as pause } from 'node:timers/promises';

/** What a process cannot serve without, by name. A check rejects while its dependency cannot serve. */
export type Dependencies = Readonly<Record<string, () => Promise<void>>>;

/** Milliseconds that a check may take; shorter than the wait of whoever asks whether the process is ready. */
const CHECK_TIMEOUT_MS = 800;

/** @returns the names of the dependencies that cannot serve now */
export async function unavailable(dependencies: Dependencies, timeoutMs = CHECK_TIMEOUT_MS): Promise<string[]> {
  const checked = await Promise.all(
    Object.entries(dependencies).map(async ([name, check]) => {
      const serves = check().then(
        () => true,
        () => false,
      );
      return { name, serves: await Promise.race([serves, pause(timeoutMs, false, { ref: false })]) };
    }),
  );
  return checked.filter(({ serves }) => !serves).map(({ name }) => name);
}
