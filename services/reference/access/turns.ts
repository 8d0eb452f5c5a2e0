/** Turns at work of which only a little is done at a time: whoever asks often waits for those who ask seldom. */
import { Busy } from '#proto/failure';

export interface Asker {
  /** Whoever has the same name takes turns as one: a network, or a device that is known. */
  readonly name: string;
  /** Known from earlier: it has its turn before all that are not. */
  readonly isKnown: boolean;
}

interface Waiting {
  readonly begin: () => void;
  readonly refuse: (failure: Busy) => void;
}

interface TurnOptions {
  /** Pieces of work under way at a time. */
  readonly concurrent: number;
  readonly maxWaiting: number;
  /** The words of a refusal. */
  readonly refusal: string;
}

/**
 * @returns runs work when its asker has a turn. Where as many wait as may, the newest of whoever has most waiting gives way to an asker that
 *   has fewer. It throws Busy where the work gives way, or there is nobody to give way to it
 */
export function fairTurns({ concurrent, maxWaiting, refusal }: TurnOptions) {
  /** The lines of askers, in the order of their next turns: those that are known, and the others. */
  const lines = { known: new Map<string, Waiting[]>(), unknown: new Map<string, Waiting[]>() };
  let [running, waitingCount] = [0, 0];

  function next(): Waiting | undefined {
    for (const askers of [lines.known, lines.unknown])
      for (const [name, [first, ...rest]] of askers) {
        askers.delete(name);
        if (rest.length > 0) askers.set(name, rest);
        waitingCount -= 1;
        return first;
      }
    return undefined;
  }

  /** Refuses the newest of the longest line, which is not the asker's. @returns whether there is one */
  function makeRoom({ name, isKnown }: Asker): boolean {
    const length = lines[isKnown ? 'known' : 'unknown'].get(name)?.length ?? 0;
    const longest = [...lines.unknown, ...(isKnown ? lines.known : [])].reduce<Waiting[]>(
      (long, [, line]) => (line.length > long.length ? line : long),
      [],
    );
    const mayTake = isKnown && lines.unknown.size > 0 ? 1 : length + 2;
    if (longest.length < mayTake) return false;
    longest.pop()?.refuse(new Busy(refusal, 1));
    waitingCount -= 1;
    for (const askers of [lines.known, lines.unknown]) for (const [each, line] of askers) if (line.length === 0) askers.delete(each);
    return true;
  }

  async function turn(asker: Asker): Promise<void> {
    if (running < concurrent) {
      running += 1;
      return;
    }
    if (waitingCount >= maxWaiting && !makeRoom(asker)) throw new Busy(refusal, 1);
    await new Promise<void>((begin, refuse) => {
      const askers = lines[asker.isKnown ? 'known' : 'unknown'];
      askers.set(asker.name, [...(askers.get(asker.name) ?? []), { begin, refuse }]);
      waitingCount += 1;
    });
  }

  return async <Result>(asker: Asker, work: () => Promise<Result>): Promise<Result> => {
    await turn(asker);
    try {
      return await work();
    } finally {
      const following = next();
      if (following === undefined) running -= 1;
      else following.begin();
    }
  };
}
