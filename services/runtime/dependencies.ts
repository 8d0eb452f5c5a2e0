/** The dependencies of a process by name, without which it cannot serve. A check rejects while its dependency cannot serve. */
export type Dependencies = Readonly<Record<string, () => Promise<void>>>;

/** Milliseconds from the end of one check to the next. */
const DEPENDENCY_CHECK_INTERVAL_MS = 2_000;

/**
 * Checks the dependencies at intervals. A probe is answered at once with the last result, and only a check that rejects counts as a
 * failure: a slow dependency does not.
 *
 * @param report receives the names of the dependencies that cannot serve, after each check
 * @returns a function that stops the checks
 */
export function watchDependencies(
  dependencies: Dependencies,
  report: (failing: readonly string[]) => void,
  intervalMs = DEPENDENCY_CHECK_INTERVAL_MS,
): () => void {
  let stopped = false;
  let next: NodeJS.Timeout | undefined;
  const check = async (): Promise<void> => {
    const outcomes = await Promise.allSettled(Object.values(dependencies).map((each) => each()));
    if (stopped) return;
    report(Object.keys(dependencies).filter((_, index) => outcomes[index]?.status === 'rejected'));
    next = setTimeout(check, intervalMs);
  };
  if (Object.keys(dependencies).length > 0) void check();
  return () => {
    stopped = true;
    clearTimeout(next);
  };
}
