/** A binary heap that also removes from its middle: push, remove and pop take O(log n). */
export function heap<Item>(isBefore: (one: Item, other: Item) => boolean) {
  const items: Item[] = [];
  const places = new Map<Item, number>();

  function put(item: Item, place: number): void {
    items[place] = item;
    places.set(item, place);
  }

  /** The item at a place below `items.length`. */
  const itemAt = (place: number): Item => items[place] as Item;

  function rise(from: number): void {
    const item = itemAt(from);
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!isBefore(item, itemAt(parent))) break;
      put(itemAt(parent), place);
      place = parent;
    }
    put(item, place);
  }

  function sink(from: number): void {
    const item = itemAt(from);
    let place = from;
    for (;;) {
      const first = 2 * place + 1;
      if (first >= items.length) break;
      const child = first + 1 < items.length && isBefore(itemAt(first + 1), itemAt(first)) ? first + 1 : first;
      if (!isBefore(itemAt(child), item)) break;
      put(itemAt(child), place);
      place = child;
    }
    put(item, place);
  }

  /** @returns whether the item was there */
  function remove(item: Item): boolean {
    const place = places.get(item);
    if (place === undefined) return false;
    places.delete(item);
    const last = items.pop() as Item;
    if (place === items.length) return true;
    put(last, place);
    rise(place);
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
