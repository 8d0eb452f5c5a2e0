import { expect } from 'chai';
import { z } from 'zod';
import { pricers } from '#engine';
import { enginePriceParts } from '#engine-gpu/pricers/engine-request';

describe('the request of the engine entry point', () => {
  it('names every schema that a pricer reads a part by', () => {
    const named: ReadonlySet<unknown> = new Set(enginePriceParts);
    for (const { id, instrument, market, params } of pricers)
      for (const schema of [instrument, market, params]) if (schema !== undefined) expect(named.has(shapeOf(schema)), id).to.be.true;
  });

  it('gives each of them a name of its own', () => {
    const names = enginePriceParts.map((schema) => schema.meta()?.id);
    expect(names).not.to.include(undefined);
    expect(new Set(names).size).to.equal(names.length);
  });
});

/** What is documented of a schema: whether it may be left out, or is measured before it is read, stands beside its shape. */
function shapeOf(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodOptional) return schema.unwrap();
  return schema instanceof z.ZodPipe ? schema.out : schema;
}
