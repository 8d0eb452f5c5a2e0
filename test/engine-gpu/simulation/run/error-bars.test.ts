/** Standard errors tell the truth: closed forms are exact, and what a run cannot resolve is in its error or its warnings. */
import { expect } from 'chai';
import { discreteBarrierOption } from '#engine-gpu/formula/discrete-barrier';
import type { Market } from '#engine-gpu/market/market';
import { marketInput } from '#engine-gpu/market/market-input';
import { normalCdf } from '#engine-gpu/math/normal';
import { hestonStrip } from '#engine-gpu/method/heston-strip';
import type { Contract } from '#engine-gpu/product/contract/contract';
import { resolveContract } from '#engine-gpu/product/contract/resolve';
import { contractSpec } from '#engine-gpu/product/contract/spec';
import { type MonteCarloResult, type MonteCarloSettings, priceContract } from '#engine-gpu/simulation/run/monte-carlo';
import { backend } from '#test/support/backend';
import { flatMarket, sum, vanilla } from '#test/support/contract-rows';
import { barrier, cash, digital, optionOn, smileOn } from '#test/support/every-structure';

const MARKET = flatMarket(0.03, [{ spot: 100, volatility: 0.3, dividend: 0.02 }]);

describe('standard errors', () => {
  const price = (contract: Contract, market: Market = MARKET, settings: MonteCarloSettings = {}): Promise<MonteCarloResult> =>
    priceContract(contract, market, settings, backend);

  it('are exact where vanillas, digitals and cash have closed forms, under barriers at the payment date too', async () => {
    const market = flatMarket(0.05, [{ spot: 100, volatility: 0.2, dividend: 0 }]);
    const d2 = (level: number) => (Math.log(100 / level) + 0.03) / 0.2;
    for (const strike of [210, 250]) {
      const { price: value, standardError } = await price(sum([1e6, digital(strike, 1)]), market);
      expect(value).to.be.closeTo(1e6 * Math.exp(-0.05) * normalCdf(d2(strike)), 1e-8);
      expect(standardError).to.equal(0);
    }
    // A call knocked out above 120 at expiry: the call less the call on 120 and 20 times the digital.
    const capped = await price(sum([1, barrier(vanilla(100, 1), 120, 'up', 'knock_out', [1])], [-1, vanilla(100, 1)]), market);
    const removed = await price(sum([1, vanilla(120, 1)], [20, digital(120, 1)]), market);
    expect(capped.price).to.be.closeTo(-removed.price, 1e-12);
    expect(capped.standardError).to.equal(0);
    const halves = await price(
      sum([1, barrier(cash(5, 1), 90, 'down', 'knock_in', [1])], [1, barrier(cash(5, 1), 90, 'down', 'knock_out', [0, 1])]),
      market,
    );
    expect(halves.price).to.be.closeTo(5 * Math.exp(-0.05), 1e-12);
  });

  it('contain what barriers add that hardly any path reaches, and the rounding of amounts that cancel', async () => {
    // A random search over barriers (test/validate/search.ts) found these, with errors of 0 or of thousands of standard errors.
    const results = [
      { volatility: 0.326, time: 4.53, strike: 545, level: 1079, dates: 2, direction: 'up', style: 'knock_in', sign: 1 },
      { volatility: 0.1231, time: 0.2812, strike: 108.9, level: 91.62, dates: 2, direction: 'down', style: 'knock_out', sign: 1 },
      { volatility: 0.175, time: 0.956, strike: 116.9, level: 194.4, dates: 2, direction: 'up', style: 'knock_out', sign: 1 },
      { volatility: 0.035, time: 1.506, strike: 98.37, level: 110.15, dates: 3, direction: 'up', style: 'knock_out', sign: -1 },
      { volatility: 0.1263, time: 0.2149, strike: 98.996, level: 98.941, dates: 6, direction: 'down', style: 'knock_in', sign: -1 },
      { volatility: 1.2, time: 0.3, strike: 57.6, level: 16.4, dates: 6, direction: 'down', style: 'knock_out', sign: 1 },
      { volatility: 0.0326, time: 1.0157, strike: 99.252, level: 99.452, dates: 52, direction: 'down', style: 'knock_in', sign: -1 },
      // Spots between strike and barrier, in which alone it pays, so few that what it pays is of the size of rounding.
      { volatility: 0.1064, time: 0.1064, strike: 100.36, level: 100.384, dates: 26, direction: 'up', style: 'knock_out', sign: 1 },
      { volatility: 0.069, time: 3.0325, strike: 99.51, level: 99.4765, dates: 52, direction: 'down', style: 'knock_in', sign: -1 },
      { volatility: 0.2, time: 1, strike: 100, level: 100 + 2 ** -46, dates: 12, direction: 'up', style: 'knock_out', sign: 1 },
      // Nothing is left to be paid where it survives.
      { volatility: 0.9795, time: 0.2787, strike: 96.08, level: 99.266, dates: 52, direction: 'down', style: 'knock_out', sign: -1 },
    ] as const;
    for (const { volatility, time, strike, level, dates, direction, style, sign } of results) {
      const terms = { spot: 100, rate: 0.03, dividend: 0.02, rebate: 0, rebatePayment: 'at_expiry' } as const;
      const { price: truth } = discreteBarrierOption({ ...terms, volatility, time, strike, level, direction, style, sign }, dates);
      const days = Array.from({ length: dates }, (_, i) => (i + 1 === dates ? time : ((i + 1) * time) / dates));
      const contract = barrier(vanilla(strike, time, sign), level, direction, style, days);
      const market = flatMarket(0.03, [{ spot: 100, volatility, dividend: 0.02 }]);
      for (const seed of [1, 2, 3]) {
        const result = await price(contract, market, { numPaths: 2048, seed });
        // Student's t with 15 degrees of freedom exceeds 4 once in 900; the recursion is accurate to 1e-12 of the amounts.
        expect(result.price).to.be.closeTo(truth, 4 * result.standardError + 1e-10);
      }
    }
  });

  it('leave out no error that all shifts share where rounding is dithered', async () => {
    // The dithers of so few points once had another mean than 0: prices of these were off by five standard errors with every seed.
    const [volatility, time, rate, dividend, strike, level, dates] = [0.031762, 4.575183, 0.089882, 0.028672, 97.9009, 100.09552, 52];
    const days = Array.from({ length: dates }, (_, i) => (i + 1 === dates ? time : ((i + 1) * time) / dates));
    const terms = { spot: 100, strike, level, rate, volatility, time, dividend, sign: 1, direction: 'up', style: 'knock_in' } as const;
    const { price: truth } = discreteBarrierOption({ ...terms, rebate: 0, rebatePayment: 'at_expiry' }, dates);
    const contract = barrier(vanilla(strike, time), level, 'up', 'knock_in', days);
    const market = flatMarket(rate, [{ spot: 100, volatility, dividend }]);
    const seeds = 40;
    let total = 0;
    for (let seed = 1; seed <= seeds; seed++) {
      const result = await price(contract, market, { numPaths: 2048, seed });
      total += (result.price - truth) / result.standardError;
    }
    expect(Math.abs(total) / Math.sqrt(seeds)).to.be.below(4);
  });

  it('warn where hardly any path contributes, take more paths, and state no error below one jump over the paths', async () => {
    const { curve } = flatMarket(0.05, []);
    const market = flatMarket(0.05, [{ spot: 100, dividend: 0, model: smileOn({ spot: 100, dividend: 0, curve }) }]);
    const rare = sum([1e6, digital(300, 0.5)]);
    const fixed = await price(rare, market, { numPaths: 4096 });
    expect(fixed.warnings.join()).to.include('hardly any of 4096 paths');
    expect(fixed.standardError).to.be.at.least(1e6 / 4096);
    // No path reaches this strike: zero with an error of zero would be a lie without the warning.
    const best = optionOn({ type: 'ranked', rank: 'best', assets: [0, 1] }, 1000, 1);
    const none = await price(
      best,
      flatMarket(
        0,
        [MARKET.assets[0]!, MARKET.assets[0]!],
        [
          [1, 0.5],
          [0.5, 1],
        ],
      ),
      { numPaths: 1024 },
    );
    expect(none.price).to.equal(0);
    expect(none.warnings.join()).to.include('hardly any of 1024 paths');
    const usual = await price(rare, market);
    expect(usual.numPaths).to.be.above(65_536);
    expect((await price(sum([1e6, digital(110, 0.5)]), market)).warnings).to.deep.equal([]);
  });

  it('warn where rounding hides that hardly any path leaves a control variate something', async () => {
    // A search of an hour found it: the payment differs from that of a continuous barrier on a slice of prices that most samples miss.
    const [strike, level, time] = [88.09514921040352, 94.70557841496806, 0.5861245429488342];
    const on = flatMarket(0.08741803844690663, [{ spot: 100, dividend: 0.07889526304788888, volatility: 1.2912145635236814 }]);
    const dates = Array.from({ length: 52 }, (_, i) => ((i + 1) * time) / 52);
    for (const seed of [1, 2, 3]) {
      const rare = await price(barrier(vanilla(strike, time, -1), level, 'down', 'knock_in', dates), on, { numPaths: 2048, seed });
      expect(rare.varianceReduction).to.equal('control_variate');
      expect(rare.warnings.join()).to.match(/hardly any of 2048 paths/);
    }
    // A slice that is as wide as others: nothing is hidden.
    const usual = await price(barrier(vanilla(110, time), level, 'down', 'knock_out', dates), on, { numPaths: 2048 });
    expect(usual.varianceReduction).to.equal('control_variate');
    expect(usual.warnings).to.deep.equal([]);
  });

  it('warn where all but hardly any path pays the same, however large that payment is', async () => {
    // A random search over contracts that live (test/validate/living.ts) found these. Most samples hold no path on which the payment differs; the error was
    // then that of rounding, thousands of times too small.
    const today = '2026-01-05';
    const priced = (spec: object, market: object, numPaths = 4096) => {
      const resolved = resolveContract(contractSpec.parse(spec), marketInput.parse({ ...market, valuationDate: today }), today);
      return price(resolved.contract, resolved.market, { numPaths });
    };
    const dates = ['2024-02-05', '2025-01-20', '2026-02-07', '2026-03-09'];
    const lowest = {
      type: 'lookback_put',
      underlying: 'A',
      observationDates: dates,
      startDate: '2023-10-28',
      strike: 113.4,
      expiry: dates[3],
    };
    const around = { spot: 91.25, volatility: 0.0312, rate: 0.0445, dividend: 0.0332 };
    const fixings = [
      { date: '2023-10-28', value: 100 },
      { date: '2024-02-05', value: 96.5 },
      { date: '2025-01-20', value: 87.7 },
    ];
    const seldom = await priced(lowest, { ...around, fixings: { A: fixings } });
    expect(seldom.warnings.join()).to.include('all but hardly any of 4096 paths pay the same');
    const floored = { type: 'cliquet', underlying: 'A', observationDates: ['2026-03-17', '2027-02-13'] };
    const bounds = { localFloor: -0.064, localCap: 0.044, globalFloor: 0.08 };
    expect((await priced({ ...floored, ...bounds }, around)).warnings.join()).to.include('all but hardly any of 4096 paths pay the same');
    // A level that was not reached before, also on so few paths that each shift has one, and a market in which nothing moves.
    const higher = fixings.map((fixing) => ({ ...fixing, value: fixing.value + 20 }));
    expect((await priced(lowest, { ...around, fixings: { A: higher } })).warnings).to.deep.equal([]);
    expect((await priced(lowest, { ...around, fixings: { A: higher } }, 16)).warnings).to.deep.equal([]);
    const never = {
      type: 'asian_call',
      underlying: 'A',
      observationDates: ['2026-03-17', '2027-02-13'],
      strike: 200,
      expiry: '2027-02-13',
    };
    for (const spec of [{ ...floored, ...bounds }, never])
      expect((await priced(spec, { ...around, volatility: 0 })).warnings).to.deep.equal([]);
  });

  it('take paths until the target standard error is met where none are asked for, and warn where it is not', async () => {
    const contract = barrier(vanilla(105, 1), 90, 'down', 'knock_out', [0.25, 0.5, 0.75, 1]);
    const reached = await price(contract, MARKET, { targetStandardError: 2e-4 });
    expect(reached.standardError).to.be.at.most(2e-4);
    expect(reached.numPaths).to.be.above(65_536);
    const limited = await price(contract, MARKET, { targetStandardError: 2e-4, costLimit: 4 * 65_536 });
    expect(limited.numPaths).to.be.at.most(65_536);
    expect(limited.warnings.join()).to.include('targetStandardError 0.0002 was not reached: 65536 paths leave');
  });

  it('warn at the limit without volatility or time where the forward is at the strike', async () => {
    const still = flatMarket(0, [{ spot: 100, volatility: 0, dividend: 0 }]);
    expect((await price(digital(100, 1), still)).warnings.join()).to.include('has no volatility left and its forward is at the strike');
    expect((await price(vanilla(100, 0), still)).warnings.join()).to.include('has no time left');
    expect((await price(vanilla(90, 1), still)).warnings).to.deep.equal([]);
  });

  it('cover calls whose second moment does not exist, by parity from puts', async () => {
    const model = { type: 'heston', v0: 0.04, kappa: 0.5, theta: 0.04, sigma: 1, rho: 0.9 } as const;
    const market = flatMarket(0, [{ spot: 100, dividend: 0, model }]);
    const [exact] = hestonStrip(model, 100, [140], 5, 1);
    const seeds = 20;
    let [outside, squares, total] = [0, 0, 0];
    for (let seed = 1; seed <= seeds; seed++) {
      const result = await price(vanilla(140, 5), market, { numPaths: 4096, seed });
      const z = (result.price - exact!) / result.standardError;
      outside += Math.abs(z) > 2.131 ? 1 : 0;
      squares += z * z;
      total += z;
    }
    // One of 20 is expected; 5 or more have a probability of 3e-3. Simulated as calls, 11 of 30 were outside.
    expect(outside).to.be.below(5);
    expect(Math.sqrt(squares / seeds)).to.be.below(1.6);
    expect(Math.abs(total) / Math.sqrt(seeds)).to.be.below(4);
    const average = await price(optionOn({ type: 'average', asset: 0, mean: 'arithmetic', times: [2, 5] }, 140, 5), market, {
      numPaths: 256,
    });
    expect(average.warnings.join()).to.include('may have no finite variance');
  });
});
