import { expect } from 'chai';
import { z } from 'zod';
import { pricers } from '#engine';
import { enginePriceParts } from '#engine-gpu/pricers/engine-request';

describe('the list of schemas of the engine entry point', () => {
  it('contains the instrument, market and parameter schema of every pricer', () => {
    const named: ReadonlySet<unknown> = new Set(enginePriceParts);
    for (const { id, instrument, market, params } of pricers)
      for (const schema of [instrument, market, params]) if (schema !== undefined) expect(named.has(shapeOf(schema)), id).to.be.true;
  });

  it('gives each schema a unique id', () => {
    const names = enginePriceParts.map((schema) => schema.meta()?.id);
    expect(names).not.to.include(undefined);
    expect(new Set(names).size).to.equal(names.length);
  });
});

/** The documented schema inside a schema that is optional or that is preceded by a size check. */
function shapeOf(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodOptional) return schema.unwrap();
  return schema instanceof z.ZodPipe ? schema.out : schema;
}
