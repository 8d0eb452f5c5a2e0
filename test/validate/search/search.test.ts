/** The adversarial search covers every operation; `npm run validate:search` runs it. */
import { expect } from 'chai';
import { unsearched } from './coverage.js';
import { subjects } from './subjects/index.js';

describe('the adversarial search', () => {
  it('has a subject for every operation that computes a number', () => {
    expect(unsearched(subjects)).to.deep.equal([]);
  });
});
