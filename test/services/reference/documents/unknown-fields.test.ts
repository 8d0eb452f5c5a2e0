import { expect } from 'chai';
import { z } from 'zod';
import { parseKeepingUnknown } from '#services/reference/documents/unknown-fields';
import { faultsIn } from '../../../support/faults.js';

const schema = z.strictObject({
  name: z.string(),
  terms: z.strictObject({ rate: z.number() }),
  legs: z.array(z.strictObject({ notional: z.number() })),
});
/** A document as a later version stores it. */
const stored = { name: 'a', colour: 'red', terms: { rate: 1, floor: 0 }, legs: [{ notional: 5, currency: 'EUR' }] };

describe('fields that a later version has stored', () => {
  it('survive a change by a version that does not know them, at any depth', () => {
    const changed = { ...stored, name: 'b', terms: { ...stored.terms, rate: 2 } };
    expect(parseKeepingUnknown(schema, stored, changed)).to.deep.equal(changed);
  });

  it('cannot be changed or brought in by a request', () => {
    const faultsOf = (changed: object) => faultsIn(() => parseKeepingUnknown(schema, stored, changed)).map(({ pointer }) => pointer);
    expect(faultsOf({ ...stored, colour: 'blue' })).to.deep.equal(['/colour']);
    expect(faultsOf({ ...stored, smell: 'sweet' })).to.deep.equal(['/smell']);
    expect(faultsOf({ ...stored, terms: { rate: 2, floor: 1 } })).to.deep.equal(['/terms/floor']);
  });

  it('do not hide another fault', () => {
    const faults = faultsIn(() => parseKeepingUnknown(schema, stored, { ...stored, name: 7 }));
    expect(faults.map(({ pointer }) => pointer)).to.deep.equal(['/name']);
  });
});
