/** A binary heap that also removes from its middle: push, remove and pop take O(log n). */
export function heap<Item>(isBefore: (one: Item, other: Item) => boolean) {
  const items: Item[] = [];
  const places = new Map<Item, number>();

  function put(item: Item, at: number): void {
    items[at] = item;
    places.set(item, at);
  }

  function rise(from: number): void {
    const item = items[from];
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(item, items[parent])) break;
      put(items[parent], at);
      at = parent;
    }
    put(item, at);
  }

  function sink(from: number): void {
    const item = items[from];
    let at = from;
    for (;;) {
      const left = 2 * at + 1;
      if (left >= items.length) break;
      const child = left + 1 < items.length && isBefore(items[left + 1], items[left]) ? left + 1 : left;
      if (!isBefore(items[child], item)) break;
      put(items[child], at);
      at = child;
    }
    put(item, at);
  }

  /** @returns whether the item was there */
  function remove(item: Item): boolean {
    const at = places.get(item);
    if (at === undefined) return false;
    places.delete(item);
    const last = items.pop() as Item;
    if (at === items.length) return true;
    put(last, at);
    rise(at);
    sink(places.get(last) as number);
    return true;
  }

  return {
    /** An item that is there already moves to its place by the order as it is now. */
    push: (item: Item): void => {
      remove(item);
      items.push(item);
      rise(items.length - 1);
    },
    remove,
    first: (): Item | undefined => items[0],
    size: (): number => items.length,
  };
}

export type Heap<Item> = ReturnType<typeof heap<Item>>;
