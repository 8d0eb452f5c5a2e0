import { expect } from 'chai';
import { differences, withoutFallbacks } from '#gateway/run/replay';

const result = { price: 10.25, backend: 'webasm', fallbacks: [{ from: 'webgpu', to: 'webasm', reason: 'the device was lost' }] };

describe('a replay', () => {
  it('is identical where the first run fell back to the backend that the replay uses', () => {
    const again = { ...result, fallbacks: [] };
    expect(differences({ result: withoutFallbacks(result) }, { result: withoutFallbacks(again) })).to.deep.equal([]);
  });

  it('differs where a number or its backend differs', () => {
    const again = { ...result, price: 10.250000000000002, backend: 'cpu' };
    expect(differences({ result: withoutFallbacks(result) }, { result: withoutFallbacks(again) })).to.deep.equal([
      { pointer: '/result/price', original: 10.25, replayed: 10.250000000000002 },
      { pointer: '/result/backend', original: 'webasm', replayed: 'cpu' },
    ]);
  });
});
