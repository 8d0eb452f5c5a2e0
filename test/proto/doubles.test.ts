import { expect } from 'chai';
import { bytesOfDoubles, doublesOfBytes } from '#proto/doubles';
import { CallFailure } from '#proto/failure';
import { protos } from '#proto/loader';

const EXTREMES = [0, -0, 1, -1.5, Number.MIN_VALUE, -Number.MAX_VALUE, Number.EPSILON, Number.POSITIVE_INFINITY, Number.NaN];

describe('columns of doubles as bytes', () => {
  it('are the same numbers afterwards, wherever in a message their bytes begin', () => {
    const bytes = bytesOfDoubles(EXTREMES);
    expect([...bytes.subarray(16, 24)]).to.deep.equal([0, 0, 0, 0, 0, 0, 0xf0, 0x3f]);
    for (const offset of [0, 1, 5]) {
      const within = Buffer.concat([Buffer.alloc(offset), bytes]).subarray(offset);
      expect([...doublesOfBytes(within)]).to.deep.equal(EXTREMES);
    }
    expect([...bytesOfDoubles(Float64Array.from([0, 1, 2]).subarray(1))]).to.deep.equal([...bytesOfDoubles([1, 2])]);
    expect(doublesOfBytes(bytesOfDoubles([]))).to.have.length(0);
  });

  it('stand on the wire as packed repeated doubles and bools do, as which versions before 2026-11-23 read them', () => {
    const { requestSerialize } = (
      protos['svc.pricing.v1.Pricing'] as unknown as Record<string, { requestSerialize: (message: object) => Buffer }>
    ).GreeksVanillaBatch!;
    const numbers = (field: number, values: number[]) => {
      const doubles = Buffer.alloc(8 * values.length);
      for (const [index, value] of values.entries()) doubles.writeDoubleLE(value, 8 * index);
      return Buffer.concat([Buffer.from([field * 8 + 2, doubles.length]), doubles]);
    };
    const packed = Buffer.concat([numbers(1, [100, 101]), numbers(2, [90, 95]), Buffer.from([7 * 8 + 2, 2, 1, 0])]);
    const message = { spot: bytesOfDoubles([100, 101]), strike: bytesOfDoubles([90, 95]), put: Buffer.from([1, 0]) };
    expect(requestSerialize(message).toString('hex')).to.equal(packed.toString('hex'));
  });

  it('that are not whole are refused', () => {
    expect(() => doublesOfBytes(new Uint8Array(12))).to.throw(CallFailure, 'must have a multiple of 8 bytes; got 12');
  });
});
