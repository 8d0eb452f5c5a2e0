import { expect } from 'chai';
import { EngineFailure } from '#engine';
import { outcomeOf } from '#services/compute/work-outcome';

describe('the outcome of a worker', () => {
  it('is the result as JSON', async () => {
    expect(await outcomeOf(() => ({ result: { value: 1.5, parts: [0, -2] } }))).to.deep.equal({
      resultJson: '{"value":1.5,"parts":[0,-2]}',
    });
  });

  it('names the pricer that made the numbers', async () => {
    expect(await outcomeOf(() => ({ pricerId: 'equity_vanilla_bs', result: { value: 1 } }))).to.deep.equal({
      resultJson: '{"value":1}',
      pricerId: 'equity_vanilla_bs',
    });
  });

  it('is a failed pricing where a number is not finite, at any depth: JSON would have null', async () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const outcome = await outcomeOf(async () => ({ result: { worst: [{ pnl: value }] } }));
      expect(outcome).to.have.nested.property('failure.kind', 'pricing');
      expect(outcome).to.have.nested.property('failure.message').that.includes(`pnl is not a finite number (${value})`);
    }
  });

  it('carries a failure of the engine as data, and throws any other error on', async () => {
    const fault = { pointer: '/rho', reason: 'must lie in [-1, 1]' };
    const outcome = await outcomeOf(() => Promise.reject(new EngineFailure('invalid', 'rho must lie in [-1, 1]', [fault])));
    expect(outcome).to.deep.equal({ failure: { kind: 'invalid', message: 'rho must lie in [-1, 1]', faults: [fault] } });
    const broken = await outcomeOf(() => Promise.reject(new Error('a bug'))).catch((error: unknown) => error);
    expect(broken).to.have.property('message', 'a bug');
  });
});
