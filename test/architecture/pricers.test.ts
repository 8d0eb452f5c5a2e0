/** A pricer names a product, a model and a method; what computes belongs to the method or the formula that it names. */
import { expect } from 'chai';
import { sources } from '../support/sources.js';

/** The pricers and their measures, in a room per asset class; the list, the registry and the type of pricers stand outside. */
const pricers = sources.filter(({ file }) => /^engine-gpu\/pricers\/(contract|credit|cross-asset|equity|rates)\//.test(file));

/** Most lines of code of a file, without comments, imports and blank lines. */
const MAX_CODE_LINES = 60;

const withoutComments = (text: string): string => text.replaceAll(/^\s*\/\*\*?[\s\S]*?\*\/\n|^\s*\/\/.*\n/gm, '');
const codeLines = (text: string): number =>
  withoutComments(text)
    .replaceAll(/^import [\s\S]*?;\n/gm, '')
    .split('\n')
    .filter((line) => line.trim() !== '').length;

describe('the files of pricers', () => {
  it('are all found', () => {
    expect(pricers.length).to.be.greaterThan(37);
  });

  it(`have at most ${MAX_CODE_LINES} lines of code`, () => {
    const long = pricers.map(({ file, text }) => ({ file, lines: codeLines(text) })).filter(({ lines }) => lines > MAX_CODE_LINES);
    expect(long).to.deep.equal([]);
  });

  it('have no loops, which belong to a method or a formula', () => {
    const looping = pricers.filter(({ text }) => /\b(for|while|do)\s*[({]/.test(withoutComments(text)));
    expect(looping.map(({ file }) => file)).to.deep.equal([]);
  });
});
