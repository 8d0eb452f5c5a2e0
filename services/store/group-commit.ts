/**
 * Group commit: items that arrive while one commit runs are committed together in the next, so that they share the cost of making
 * them durable. An item that arrives alone is committed at the end of its event-loop turn.
 *
 * @param commit     makes all items durable and returns one outcome per item, in order. When it rejects, every item of the group has failed
 * @param maxItems   of one group
 */
export function groupCommit<Item, Result>(
  commit: (items: readonly Item[]) => Promise<readonly PromiseSettledResult<Result>[]>,
  maxItems = 1000,
): (item: Item) => Promise<Result> {
  const waiting: { item: Item; resolve: (result: Result) => void; reject: (reason: unknown) => void }[] = [];
  let running = false;

  const run = async (): Promise<void> => {
    const group = waiting.splice(0, maxItems);
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
