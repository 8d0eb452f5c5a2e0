import { randomBytes } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { expect } from 'chai';
import { LongText } from '#gateway/contract/long-text';
import { MAX_PART_BYTES } from '#services/resources/receipt';

const expanded = (parts: readonly Buffer[]) => Buffer.concat(parts.map((part) => brotliDecompressSync(part))).toString();
const partsOf = (text: LongText) => Promise.all(text.parts());
/** Letters that can hardly be compressed, and characters of two units of UTF-16, one of them across the end of every slice. */
const letters = (count: number) => randomBytes(count).toString('base64');
const pairs = (count: number) => `x${'\u{1f600}'.repeat(count)}`;

describe('a long text', () => {
  it('is in its parts to the last character, whatever the texts it is made of', async () => {
    for (const texts of [
      [''],
      ['a'],
      ['', 'é', ''],
      [letters(9_000_000)],
      [pairs(3_000_000), letters(100)],
      Array(3_000).fill(letters(2_000)),
    ]) {
      const long = new LongText('');
      for (const text of texts) long.append(text);
      const whole = texts.join('');
      const parts = await partsOf(long);
      // Compared without printing megabytes.
      expect(expanded(parts) === whole && `${long}` === whole).to.equal(true);
      expect(long.length).to.equal(whole.length);
      expect(Math.max(0, ...parts.map(({ length }) => length))).to.be.at.most(MAX_PART_BYTES);
      expect(parts.length).to.be.at.most(Math.ceil((1.2 * Buffer.byteLength(whole)) / MAX_PART_BYTES));
    }
  }).timeout(60_000);

  it('may be given in UTF-8 too', async () => {
    for (const text of ['', 'é', letters(3_000_000), `${letters(6_000_000)}${pairs(1_000)}`]) {
      const long = new LongText(text, { utf8: Buffer.from(text) });
      long.append('end');
      const parts = await partsOf(long);
      expect(expanded(parts) === `${text}end` && `${long}` === `${text}end`).to.equal(true);
      expect(Math.max(0, ...parts.map(({ length }) => length))).to.be.at.most(MAX_PART_BYTES);
    }
  }).timeout(60_000);

  it('has the same parts when it is asked again, and those of the same text are the same', async () => {
    const text = letters(6_000_000);
    const long = new LongText(text);
    const parts = await partsOf(long);
    expect((await partsOf(long)).every((part, index) => part.equals(parts[index]!))).to.equal(true);
    expect((await partsOf(new LongText(text))).every((part, index) => part.equals(parts[index]!))).to.equal(true);
  }).timeout(60_000);
});
