/**
 * Weighted fair queue in front of a number of places, such as threads. Items wait in groups, such as tenants. A free place goes to the
 * group that has used least in proportion to its weight, and within the group to the item that came first, or that the caller prefers. A new
 * group starts with the usage of the group that has used least, so it has no claim on the time before it came.
 */

export interface Item {
  /** The queue calls `cancel` when this is aborted while the item waits. */
  readonly signal?: AbortSignal | undefined;
  readonly cancel: () => void;
}

/** A place that a group occupies. */
export interface Place {
  /** Time by performance.now(). */
  readonly begunAt: number;
  /** Adds to what the group has used, in any unit that all groups share. */
  charge(amount: number): void;
  /** Lets another item have the place, while what began in it goes on. */
  stepAside(): void;
  release(): void;
}

export interface Group<Share, Waiting> {
  readonly name: string;
  readonly share: Share;
  /** The items that wait, in their order. A set removes an item from its middle in constant time. */
  readonly waiting: Set<Waiting>;
  readonly places: Set<Place>;
  /** The number of those that have stepped aside and go on. */
  aside: number;
  /** The sum of all charges, divided by the weight of the group. */
  used: number;
}

interface FairQueueOptions<Share, Waiting> {
  /** Tells whether the group may occupy a further place while all groups together occupy so many. */
  readonly mayBegin: (group: Group<Share, Waiting>, occupied: number) => boolean;
  /** Begins the item, or a part of it, in a place. @returns whether the item waits for a further place */
  readonly begin: (item: Waiting, place: Place) => boolean;
  /** The item of a group that begins next; absent: the one that came first. There is at least one. */
  readonly next?: (waiting: ReadonlySet<Waiting>) => Waiting;
  /** Called with the number of waiting items when it changes. */
  readonly onWaiting?: (waiting: number) => void;
}

/** The weight of every share is more than 0. */
export function openFairQueue<Share extends { readonly weight: number }, Waiting extends Item>({
  mayBegin,
  begin,
  next: preferred = first,
  onWaiting,
}: FairQueueOptions<Share, Waiting>) {
  type WaitingGroup = Group<Share, Waiting>;
  const groups = new Map<string, WaitingGroup>();
  let [occupied, waiting] = [0, 0];

  function occupy(group: WaitingGroup): Place {
    const place: Place = {
      begunAt: performance.now(),
      charge: (amount) => {
        group.used += amount / group.share.weight;
      },
      stepAside: () => {
        if (!group.places.delete(place)) return;
        group.aside++;
        occupied--;
        fillPlaces();
      },
      release: () => {
        if (group.places.delete(place)) occupied--;
        else group.aside--;
        fillPlaces();
        forgetIdle(group);
      },
    };
    groups.set(group.name, group);
    group.places.add(place);
    occupied++;
    return place;
  }

  function leave(group: WaitingGroup, item: Waiting): void {
    if (!group.waiting.delete(item)) return;
    item.signal?.removeEventListener('abort', item.cancel);
    onWaiting?.(--waiting);
    forgetIdle(group);
  }

  function forgetIdle({ name, waiting, places, aside }: WaitingGroup): void {
    if (waiting.size + places.size + aside === 0) groups.delete(name);
  }

  function nextGroup(): WaitingGroup | undefined {
    let next: WaitingGroup | undefined;
    for (const group of groups.values())
      if (group.waiting.size > 0 && mayBegin(group, occupied) && (next === undefined || group.used < next.used)) next = group;
    return next;
  }

  function fillPlaces(): void {
    for (let group = nextGroup(); group !== undefined; group = nextGroup()) {
      const item = preferred(group.waiting);
      if (!begin(item, occupy(group))) leave(group, item);
    }
  }

  return {
    /** The groups that wait or occupy places. */
    groups: groups as ReadonlyMap<string, WaitingGroup>,
    /** @returns the group of this name, or a new one that joins the others with its first item or place */
    groupOf: (name: string, share: Share): WaitingGroup => {
      const existing = groups.get(name);
      if (existing !== undefined) return existing;
      const used = groups.size === 0 ? 0 : Math.min(...[...groups.values()].map((group) => group.used));
      return { name, share, waiting: new Set(), places: new Set(), aside: 0, used };
    },
    /** @returns a place, where the group has no item waiting and may occupy one */
    placeFor: (group: WaitingGroup): Place | undefined =>
      group.waiting.size === 0 && mayBegin(group, occupied) ? occupy(group) : undefined,
    /** The item waits, and begins at once where there is a place. */
    wait: (group: WaitingGroup, item: Waiting): void => {
      groups.set(group.name, group);
      group.waiting.add(item);
      item.signal?.addEventListener('abort', item.cancel, { once: true });
      onWaiting?.(++waiting);
      fillPlaces();
    },
    /** The item waits no more. */
    leave,
  };
}

function first<Waiting>(waiting: ReadonlySet<Waiting>): Waiting {
  for (const item of waiting) return item;
  throw new Error('nothing waits');
}
