/**
 * A text that may be long. While the rest of it is computed, it is compressed on other threads, as its receipt will hold it: a book of 100 000
 * positions takes a fifth of a second to compress.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { MAX_PART_BYTES } from '#services/resources/receipt';

/** Characters that are encoded at a time. A text of fewer is not encoded before it is whole. */
const SLICE_CHARACTERS = 2 ** 18;
/** Bytes of text in a part: what cannot be compressed grows by some bytes in a megabyte. */
const PIECE_BYTES = MAX_PART_BYTES - 4 * 1024;
/** The fastest that still finds what repeats: half the time of deflating at its fastest, for fewer bytes. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 16 },
  // With less, a piece would wait for this thread, which is busy, after each 16 KiB of what comes out.
  chunkSize: 2 ** 20,
};

/** Largest number of bytes in UTF-8 of one unit of UTF-16. */
const MAX_BYTES_PER_CHARACTER = 3;
const NOTHING = Buffer.alloc(0);

const compress = promisify<Buffer, typeof BROTLI, Buffer>(brotliCompress);

interface LongTextOptions {
  /** The text in UTF-8, where that is at hand. */
  readonly utf8?: Buffer;
  /** Is given each part as soon as its text is there. */
  readonly onPart?: (part: Promise<Buffer>) => unknown;
}

export class LongText {
  readonly #texts: string[] = [];
  /** How many of the texts are encoded, and the characters of those that are not. */
  #encoded = 0;
  #waiting = 0;
  /** The text in UTF-8 that is not compressed yet; its first `#bytes` bytes are written. */
  #piece = NOTHING;
  #bytes = 0;
  readonly #parts: Promise<Buffer>[] = [];
  readonly #onPart: (part: Promise<Buffer>) => unknown;

  constructor(text = '', { utf8, onPart = () => {} }: LongTextOptions = {}) {
    this.#onPart = onPart;
    if (utf8 === undefined || utf8.length <= PIECE_BYTES) {
      this.append(text);
      return;
    }
    this.#texts.push(text);
    this.#encoded = 1;
    for (let start = 0; start < utf8.length; start += PIECE_BYTES) this.#compress(utf8.subarray(start, start + PIECE_BYTES));
  }

  append(text: string): void {
    this.#texts.push(text);
    this.#waiting += text.length;
    if (this.#waiting > SLICE_CHARACTERS) this.#encode();
  }

  /** Characters. */
  get length(): number {
    return this.#texts.reduce((sum, { length }) => sum + length, 0);
  }

  /** The texts that it is made of, in order. */
  get texts(): readonly string[] {
    return this.#texts;
  }

  toString(): string {
    return this.#texts.join('');
  }

  /** The text until now, compressed: in parts of at most `MAX_PART_BYTES`, each by itself. */
  parts(): readonly Promise<Buffer>[] {
    this.#encode();
    this.#endPiece();
    return this.#parts;
  }

  #encode(): void {
    for (; this.#encoded < this.#texts.length; this.#encoded++) {
      for (const slice of slicesOf(this.#texts[this.#encoded] ?? '')) {
        if (this.#bytes + MAX_BYTES_PER_CHARACTER * slice.length > this.#piece.length) this.#endPiece();
        if (this.#bytes === 0) this.#piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
        this.#bytes += this.#piece.write(slice, this.#bytes);
      }
    }
    this.#waiting = 0;
  }

  #endPiece(): void {
    if (this.#bytes > 0) this.#compress(this.#piece.subarray(0, this.#bytes));
    this.#piece = NOTHING;
    this.#bytes = 0;
  }

  /** One after the other, because others need those threads too. */
  #compress(piece: Buffer): void {
    const previous = this.#parts.at(-1);
    const part = previous === undefined ? compress(piece, BROTLI) : previous.then(() => compress(piece, BROTLI));
    // A run that fails does not ask for the parts.
    part.catch(() => {});
    this.#parts.push(part);
    this.#onPart(part);
  }
}

/** No slice ends between the two halves of a character. */
function* slicesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(text.length, start + SLICE_CHARACTERS);
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end++;
    yield text.slice(start, end);
    start = end;
  }
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code < 0xdc00;
