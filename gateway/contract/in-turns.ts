/** Calls a function for every item, so many at a time. @returns the results in the order of the items */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  to: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) results[index] = await to(items[index] as Item, index);
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return results;
}
