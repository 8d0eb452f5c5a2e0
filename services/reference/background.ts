/** Work that a process does beside its calls, again and again. */

export interface BackgroundTask {
  /** Completes "could not". */
  readonly name: string;
  /** Milliseconds from the end of one run to the next; the first run begins at once. */
  readonly everyMs: number;
  readonly run: () => Promise<unknown>;
}

/** @param failed is told why a run failed; the next one comes all the same @returns stops it: no further run begins */
export function inBackground({ everyMs, run }: BackgroundTask, failed: (error: unknown) => void): () => void {
  let stopped = false;
  let next: NodeJS.Timeout | undefined;
  const again = async (): Promise<void> => {
    await run().catch(failed);
    if (!stopped) next = setTimeout(again, everyMs);
  };
  void again();
  return () => {
    stopped = true;
    clearTimeout(next);
  };
}
