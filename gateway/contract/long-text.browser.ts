/** A text that may be long, where no receipt is kept: it is never compressed. */
import type * as kept from './long-text.js';

export class LongText implements Pick<kept.LongText, 'append' | 'length' | 'texts'> {
  readonly #texts: string[];

  constructor(text = '') {
    this.#texts = [text];
  }

  append(text: string): void {
    this.#texts.push(text);
  }

  get length(): number {
    return this.#texts.reduce((sum, { length }) => sum + length, 0);
  }

  get texts(): readonly string[] {
    return this.#texts;
  }

  toString(): string {
    return this.#texts.join('');
  }
}
