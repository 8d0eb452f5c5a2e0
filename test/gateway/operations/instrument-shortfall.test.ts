/** Expected shortfall of a book of instruments in a market, against the value at risk of the same methods. */
import { expect } from 'chai';
import { expectFault, expectSuccess } from '#test/support/envelope';
import { post } from '#test/support/http';
import { market, positions } from '#test/support/instrument-book';
import { service } from '#test/support/shared-service';

/** Sums of some positions of up to a million, each of whose values rounds. */
const ROUNDING = 1e-7;

describe('expected shortfall in a market', () => {
  it('is that of the value at risk by each method, with the parts of the scenarios beyond it', async function () {
    this.timeout(60_000);
    const wave = (size: number, phase: number) => Array.from({ length: 12 }, (_, k) => size * Math.sin(1 + 2.3 * k + phase));
    const returns = { 'spot:ACME': wave(0.02, 0), 'fx:EURUSD': wave(0.008, 2), 'rate:USD': wave(0.0015, 4) };
    const volatilities = { 'fx:EURUSD': 0.09, 'rate:USD': 0.01 };
    const correlations = [{ asset1: 'fx:EURUSD', asset2: 'rate:USD', correlation: -0.4 }];
    const some = positions.filter(({ id }) => ['outright', 'deposit', 'vanilla'].includes(id));
    const settings = { positions: some, market, reportingCurrency: 'USD', confidence: 0.75, incremental: true, byFactorKind: true };
    for (const [method, path, fields] of [
      ['historical', 'historical', { returns, withStandardErrors: true }],
      ['monte_carlo', 'monte-carlo', { volatilities, correlations, pricer: { numPaths: 512 }, withStandardErrors: true }],
      ['parametric', 'parametric', { volatilities, correlations }],
    ] as const) {
      const request = { ...settings, ...fields };
      const ofRisk = expectSuccess(await post(service, `/api/v1/risk/var/${path}`, request));
      const shortfall = expectSuccess(await post(service, '/api/v1/risk/expected-shortfall', { method, ...request }));
      const figures = ({ valueAtRisk, expectedShortfall, standardErrors, baseValue, tail }: typeof ofRisk) => ({
        ...{ valueAtRisk, expectedShortfall, standardErrors, baseValue, tail },
      });
      expect(figures(shortfall), method).to.deep.equal(figures(ofRisk));
      expect(shortfall.standardError).to.equal(ofRisk.standardErrors?.expectedShortfall);
      const parts = shortfall.components.filter(({ position }: { position?: string }) => position !== undefined);
      const sum = parts.reduce((total: number, { contribution }: { contribution: number }) => total + contribution, 0);
      expect(sum, method).to.be.closeTo(shortfall.expectedShortfall, ROUNDING);
      const remaining = some.filter(({ id }) => id !== 'deposit');
      const rest = expectSuccess(await post(service, '/api/v1/risk/expected-shortfall', { method, ...request, positions: remaining }));
      const deposit = parts.find(({ position }: { position: string }) => position === 'deposit');
      expect(deposit.incremental, method).to.be.closeTo(shortfall.expectedShortfall - rest.expectedShortfall, ROUNDING);
      if (method !== 'historical') continue;
      // A quarter of twelve scenarios is three: of each position the mean of its losses in them, where all are named.
      const lost = shortfall.tail.map(({ positions: losses }: { positions: { position: string; pnl: number }[] }) => {
        const { pnl } = losses.find(({ position }) => position === 'deposit')!;
        return -pnl / 3;
      });
      expect(deposit.contribution).to.be.closeTo(lost[0] + lost[1] + lost[2], ROUNDING);
    }
    const refused = { method: 'parametric', expansion: 'delta_gamma', ...settings, volatilities, correlations };
    expectFault(await post(service, '/api/v1/risk/expected-shortfall', refused), '/expansion');
    expectFault(await post(service, '/api/v1/risk/expected-shortfall', { method: 'monte_carlo', ...settings }), '/volatilities');
  });
});
