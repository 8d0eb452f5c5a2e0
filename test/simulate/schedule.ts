/**
 * A clock of its own, and the order in which everything that waits goes on. One seed decides both, so that a schedule can be run again.
 *
 * Between two events nothing of the simulated installation is under way: an event ends when the code that it has set going waits for another.
 */
import { setImmediate } from 'node:timers/promises';
import { Draw } from '../support/random.js';

/** Turns of the event loop without a call of the store after which an event has ended. Group commit and the audit log take one each. */
const QUIET_TURNS = 4;

interface Waiting {
  readonly dueAt: number;
  readonly order: number;
  readonly goOn: () => void;
}

export class Schedule {
  readonly draw: Draw;
  /** Milliseconds since the start, which never step. */
  timeMs = 0;
  events = 0;
  /** Calls of the real store that have begun and not ended. */
  storeCalls = 0;
  /** Called in every turn of the event loop. */
  everyTurn: () => void = () => undefined;
  /** Two runs of one seed have the same. */
  trace = 0;
  readonly #waiting: Waiting[] = [];

  constructor(seed: number) {
    this.draw = new Draw(seed);
  }

  pause(ms: number): Promise<void> {
    return new Promise((goOn) => {
      const entry = { dueAt: this.timeMs + ms, order: this.events + this.#waiting.length / 1e6, goOn };
      let position = this.#waiting.length;
      while (position > 0 && (this.#waiting[position - 1]?.dueAt ?? 0) > entry.dueAt) position -= 1;
      this.#waiting.splice(position, 0, entry);
    });
  }

  /** A time in [least, most), milliseconds; most times are near the least. */
  delay = (least: number, most: number): number => least + (most - least) * this.draw.uniform() ** 3;

  async runUntil(isDone: () => boolean, endMs: number): Promise<void> {
    for (;;) {
      await this.#settle();
      if (isDone()) return;
      const next = this.#waiting.shift();
      if (next === undefined) throw new Error('nothing waits, and the work is not done');
      if (next.dueAt > endMs) throw new Error(`the work is not done after ${Math.round(endMs / 1000)} s`);
      this.timeMs = next.dueAt;
      this.events += 1;
      this.trace = (Math.imul(this.trace, 31) + Math.round(next.dueAt * 1000)) | 0;
      next.goOn();
    }
  }

  async #settle(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet += 1) {
      await setImmediate();
      this.everyTurn();
      if (this.storeCalls > 0) quiet = -1;
    }
  }
}
