/** Whether what a process depends on can serve. */

/** What a process cannot serve without, by name. A check rejects while its dependency cannot serve. */
export type Dependencies = Readonly<Record<string, () => Promise<void>>>;

/** Milliseconds from the end of one check to the next. */
const DEPENDENCY_CHECK_INTERVAL_MS = 2_000;

/**
 * Checks the dependencies again and again. A probe is then answered at once with the last result, and a slow dependency is not
 * taken for one that has failed: only a check that rejects counts.
 *
 * @param tell receives the names of the dependencies that cannot serve, after each check
 * @returns stops the checks
 */
export function watchDependencies(
  dependencies: Dependencies,
  tell: (failing: readonly string[]) => void,
  intervalMs = DEPENDENCY_CHECK_INTERVAL_MS,
): () => void {
  let stopped = false;
  let next: NodeJS.Timeout | undefined;
  const check = async (): Promise<void> => {
    const outcomes = await Promise.allSettled(Object.values(dependencies).map((each) => each()));
    if (stopped) return;
    tell(Object.keys(dependencies).filter((_, index) => outcomes[index].status === 'rejected'));
    next = setTimeout(check, intervalMs);
  };
  if (Object.keys(dependencies).length > 0) void check();
  return () => {
    stopped = true;
    clearTimeout(next);
  };
}
