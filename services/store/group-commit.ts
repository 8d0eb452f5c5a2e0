/**
 * Group commit: what arrives while one commit runs goes into the next, so that the cost of making it durable is
 * shared. Alone, an item waits for the end of its event-loop turn and no longer.
 *
 * @param commit makes all durable; one outcome an item, in order. When it rejects, every item of the group has failed
 * @param most items of one group
 */
export function groupCommit<Item, Result>(
  commit: (items: readonly Item[]) => Promise<readonly PromiseSettledResult<Result>[]>,
  most = 1000,
): (item: Item) => Promise<Result> {
  const waiting: { item: Item; resolve: (result: Result) => void; reject: (reason: unknown) => void }[] = [];
  let running = false;

  const run = async (): Promise<void> => {
    const group = waiting.splice(0, most);
    try {
      const outcomes = await commit(group.map(({ item }) => item));
      outcomes.forEach((outcome, index) => {
        if (outcome.status === 'fulfilled') group[index]?.resolve(outcome.value);
        else group[index]?.reject(outcome.reason);
      });
    } catch (failure) {
      for (const { reject } of group) reject(failure);
    }
    if (waiting.length > 0) setImmediate(run);
    else running = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!running) setImmediate(run);
      running = true;
    });
}
