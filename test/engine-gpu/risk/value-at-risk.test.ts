import { expect } from 'chai';
import { cornishFisherTail } from '#engine-gpu/risk/cornish-fisher';
import { historicalRisk } from '#engine-gpu/risk/historical';
import { sum } from '#engine-gpu/risk/option-book';
import { cumulantsOf } from '#engine-gpu/risk/quadratic-form';
import type { Revaluation } from '#engine-gpu/risk/revaluation';
import { tailOf } from '#engine-gpu/risk/tail';
import { monteCarloRisk, parametricRisk } from '#engine-gpu/risk/value-at-risk';
import { closeTo, rowsOf, table } from '../../reference/table.js';
import { bookOf, figuresOf, share } from './books.js';

interface DeltaNormal {
  readonly delta_exposures: number[];
  readonly annual_vols: number[];
  readonly correlation: number[][];
  readonly confidence: number;
  readonly horizon_days: number;
}
interface Options {
  readonly spot: number;
  readonly volatility: number;
  readonly rate: number;
  readonly dividend: number;
  readonly positions: readonly { quantity: number; optionType: 'call' | 'put'; strike: number; time: number }[];
  readonly confidence: number;
  readonly horizon_days: number;
}
interface OptionFigures {
  readonly delta: number;
  readonly delta_normal_var: number;
  readonly delta_gamma_cornish_fisher_var: number;
  readonly full_revaluation_var_no_time_decay: number;
  readonly cumulants: { readonly mean: number; readonly variance: number; readonly skew: number; readonly excess_kurtosis: number };
}

const starts = (prefix: string) => (row: { id: string }) => row.id.startsWith(prefix);
const optionBook = ({ spot, volatility, rate, dividend, positions }: Options) =>
  bookOf(positions.map((position) => ({ ...position, spot, volatility, rate, dividend })));
const lawOf = (volatilities: number[], correlation: number[][]) => ({ volatilities: Float64Array.from(volatilities), correlation });

const historical = (...args: Parameters<typeof historicalRisk>) => figuresOf(historicalRisk(...args));
const monteCarlo = (...args: Parameters<typeof monteCarloRisk>) => figuresOf(monteCarloRisk(...args));

describe('value at risk', () => {
  it('takes every row of its table', () => {
    const prefixes = ['var_dn', 'var_option', 'var_ore', 'var_hist', 'var_normal', 'stress'];
    expect(rowsOf('var').filter(({ id }) => !prefixes.some((prefix) => id.startsWith(prefix)))).to.deep.equal([]);
  });

  describe('delta-normal', () => {
    table<DeltaNormal, { var: number; expected_shortfall: number; pnl_stdev: number; component_var: number[] }>(
      'var',
      ({ inputs, expected, tolerance }) => {
        const book = bookOf(inputs.delta_exposures.map((value, i) => share(`S${i}`, value, inputs.annual_vols[i]!)));
        const horizon = { confidence: inputs.confidence, horizonDays: inputs.horizon_days };
        const figures = parametricRisk(book, lawOf(inputs.annual_vols, inputs.correlation), horizon, false);
        closeTo(figures.valueAtRisk, expected.var, tolerance);
        closeTo(figures.expectedShortfall, expected.expected_shortfall, tolerance);
        closeTo(figures.standardDeviation, expected.pnl_stdev, tolerance);
        for (const [i, component] of expected.component_var.entries()) closeTo(figures.contributions[i]!, component, tolerance);
      },
      starts('var_dn'),
    );
  });

  describe('delta-gamma', () => {
    table<Options, OptionFigures>(
      'var',
      ({ inputs, expected, tolerance }) => {
        const horizon = { confidence: inputs.confidence, horizonDays: inputs.horizon_days };
        const law = lawOf([inputs.volatility], [[1]]);
        const figures = parametricRisk(optionBook(inputs), law, horizon, true);
        closeTo(figures.valueAtRisk, expected.delta_gamma_cornish_fisher_var, tolerance);
        closeTo(figures.deltas[0]!, expected.delta, tolerance);
        closeTo(figures.mean, expected.cumulants.mean, tolerance);
        closeTo(figures.standardDeviation ** 2, expected.cumulants.variance, tolerance);
        closeTo(figures.skewness, expected.cumulants.skew, tolerance);
        closeTo(figures.excessKurtosis, expected.cumulants.excess_kurtosis, tolerance);
        closeTo(parametricRisk(optionBook(inputs), law, horizon, false).valueAtRisk, expected.delta_normal_var, tolerance);
      },
      starts('var_option'),
    );

    table<{ delta: number; gamma: number; factor_variance: number; quantile: number }, { four_moment_cornish_fisher: number }>(
      'var',
      ({ inputs: { delta, gamma, factor_variance, quantile }, expected, tolerance }) => {
        const cumulants = cumulantsOf(Float64Array.of(delta), Float64Array.of(gamma), [Float64Array.of(factor_variance)]);
        // The table's figure is the upper quantile of the profit and loss, which is the loss of the opposite tail with its sign turned.
        closeTo(-cornishFisherTail(cumulants, quantile).valueAtRisk, expected.four_moment_cornish_fisher, tolerance);
      },
      starts('var_ore'),
    );

    const three = bookOf([
      { underlying: 'A', quantity: -40, spot: 100, strike: 105, volatility: 0.3, time: 0.5 },
      { underlying: 'B', quantity: 25, spot: 50, strike: 45, volatility: 0.2, time: 1, optionType: 'put' },
      { underlying: 'C', quantity: 10, spot: 200, strike: 200, volatility: 0.15, time: 0.25 },
      { underlying: 'A', quantity: 15, spot: 100, strike: 90, volatility: 0.3, time: 0.1, optionType: 'put' },
    ]);
    const law = lawOf(
      [0.3, 0.2, 0.15],
      [
        [1, 0.4, -0.2],
        [0.4, 1, 0.3],
        [-0.2, 0.3, 1],
      ],
    );
    const horizon = { confidence: 0.99, horizonDays: 10 };

    it('has contributions that add up, and are the derivatives in the size of each underlying’s positions', () => {
      const figures = parametricRisk(three, law, horizon, true);
      expect(sum(figures.contributions)).to.be.closeTo(figures.valueAtRisk, 1e-10 * figures.valueAtRisk);
      expect(sum(figures.shortfallContributions)).to.be.closeTo(figures.expectedShortfall, 1e-10 * figures.expectedShortfall);
      for (let factor = 0; factor < 3; factor++) {
        const valueAtRisk = (scale: number) =>
          parametricRisk(
            { ...three, quantity: three.quantity.map((quantity, i) => (three.factor[i] === factor ? quantity * scale : quantity)) },
            law,
            horizon,
            true,
          );
        const h = 1e-5;
        // A central difference of this step is right to about 1e-9 of the figure.
        expect((valueAtRisk(1 + h).valueAtRisk - valueAtRisk(1 - h).valueAtRisk) / (2 * h)).to.be.closeTo(
          figures.contributions[factor]!,
          1e-6,
        );
        expect((valueAtRisk(1 + h).expectedShortfall - valueAtRisk(1 - h).expectedShortfall) / (2 * h)).to.be.closeTo(
          figures.shortfallContributions[factor]!,
          1e-6,
        );
      }
    });

    it('has a shortfall that is the mean of the expansion’s quantiles beyond the value at risk', () => {
      const cumulants = cumulantsOf(Float64Array.of(3, -1), Float64Array.of(0.4, 0.2), [Float64Array.of(1, 0.3), Float64Array.of(0.3, 1)]);
      const n = 20_000;
      let mean = 0;
      for (let k = 0; k < n; k++) mean += cornishFisherTail(cumulants, (0.05 * (k + 0.5)) / n).valueAtRisk / n;
      // The midpoint rule's error on a logarithmic end.
      expect(cornishFisherTail(cumulants, 0.05).expectedShortfall).to.be.closeTo(mean, 1e-3);
    });

    it('is the same in any unit of the positions: at 1e-90 and 1e60 of them it is so many times the figure', () => {
      const { excessKurtosis, valueAtRisk, expectedShortfall } = parametricRisk(three, law, horizon, true);
      for (const unit of [1e-90, 1e-12, 1e12, 1e60]) {
        const scaled = { ...three, quantity: three.quantity.map((quantity) => quantity * unit) };
        const figures = parametricRisk(scaled, law, horizon, true);
        expect(figures.excessKurtosis).to.be.closeTo(excessKurtosis, 1e-12 * excessKurtosis);
        expect(figures.valueAtRisk / unit).to.be.closeTo(valueAtRisk, 1e-12 * valueAtRisk);
        expect(figures.expectedShortfall / unit).to.be.closeTo(expectedShortfall, 1e-12 * expectedShortfall);
        expect(sum(figures.contributions)).to.be.closeTo(figures.valueAtRisk, 1e-10 * figures.valueAtRisk);
        expect(parametricRisk(scaled, law, horizon, false).valueAtRisk / unit).to.be.closeTo(
          parametricRisk(three, law, horizon, false).valueAtRisk,
          1e-12 * valueAtRisk,
        );
      }
    });

    it('is finite for an option so far out of the money that the cube of its deviation is below the range of doubles', () => {
      const far = bookOf([{ quantity: 10, spot: 68.8, strike: 36.4, rate: -0.06, volatility: 0.5, time: 1 / 365, optionType: 'put' }]);
      const figures = parametricRisk(far, lawOf([0.5], [[1]]), { confidence: 0.999, horizonDays: 1 }, true);
      expect(figures.standardDeviation).to.be.within(1e-300, 1e-100);
      for (const value of [
        figures.valueAtRisk,
        figures.expectedShortfall,
        figures.skewness,
        figures.excessKurtosis,
        figures.contributions[0],
      ])
        expect(Number.isFinite(value)).to.equal(true);
    });

    it('warns where the expansion is no quantile function', () => {
      const straddle = bookOf([
        { quantity: 10, spot: 100, strike: 100, volatility: 0.2, time: 0.5 },
        { quantity: 10, spot: 100, strike: 100, volatility: 0.2, time: 0.5, optionType: 'put' },
      ]);
      expect(parametricRisk(straddle, lawOf([0.2], [[1]]), horizon, true).warnings).to.have.length(1);
      expect(parametricRisk(three, law, horizon, true).warnings).to.deep.equal([]);
    });
  });

  describe('the tail of scenarios', () => {
    table<{ pnl: number[]; confidence: number }, { var_order_statistic_ceil: number; es_mean_of_floor_n_alpha_worst: number }>(
      'var',
      ({ inputs, expected, tolerance }) => {
        const tail = tailOf(
          Float64Array.from(inputs.pnl, (pnl) => -pnl),
          1 - inputs.confidence,
        );
        closeTo(tail.valueAtRisk, expected.var_order_statistic_ceil, tolerance);
        closeTo(tail.expectedShortfall, expected.es_mean_of_floor_n_alpha_worst, tolerance);
      },
      starts('var_hist'),
    );

    it('counts whole scenarios whatever 1 − c rounds to', () => {
      for (const n of [100, 250, 500, 1000])
        for (const confidence of [0.9, 0.95, 0.975, 0.99, 0.995]) {
          const rank = Math.ceil(Math.round(n * (1 - confidence) * 1e6) / 1e6);
          const { valueAtRisk } = tailOf(
            Float64Array.from({ length: n }, (_, k) => n - k),
            1 - confidence,
          );
          expect(valueAtRisk).to.equal(n - rank + 1);
        }
    });

    it('is the same with equal weights said or unsaid, and follows a weight', () => {
      const losses = Float64Array.of(5, -1, 3, 8, 2);
      expect(tailOf(losses, 0.4, new Float64Array(5).fill(0.2))).to.deep.equal(tailOf(losses, 0.4));
      expect(tailOf(losses, 0.4, Float64Array.of(0.05, 0.05, 0.8, 0.05, 0.05)).valueAtRisk).to.equal(3);
    });
  });

  it('leaves out scenarios whose weight is 0, where a decay of age is below the range of doubles', () => {
    const tail = tailOf(Float64Array.of(9, 8, -5), 0.01, Float64Array.of(0, 0, 1));
    expect([tail.valueAtRisk, tail.expectedShortfall]).to.deep.equal([-5, -5]);
  });

  describe('by Monte Carlo', () => {
    table<Options, OptionFigures>(
      'var',
      ({ inputs, expected }) => {
        const horizon = { confidence: inputs.confidence, horizonDays: inputs.horizon_days };
        const { valueAtRisk, standardErrors } = monteCarlo(optionBook(inputs), lawOf([inputs.volatility], [[1]]), horizon, {});
        const why = 'four standard errors';
        closeTo(valueAtRisk, expected.full_revaluation_var_no_time_decay, { abs: 4 * standardErrors.valueAtRisk, why });
      },
      starts('var_option'),
    );

    it('meets delta-normal on shares, with components that add up', () => {
      const book = bookOf([share('A', 500_000, 0.2), share('B', -300_000, 0.35), share('C', 200_000, 0.1)]);
      const law = lawOf(
        [0.2, 0.35, 0.1],
        [
          [1, 0.5, 0.2],
          [0.5, 1, -0.1],
          [0.2, -0.1, 1],
        ],
      );
      const horizon = { confidence: 0.95, horizonDays: 5 };
      const exact = parametricRisk(book, law, horizon, false);
      const figures = monteCarlo(book, law, horizon, { numPaths: 65_536, seed: 7 });
      expect(Math.abs(figures.valueAtRisk - exact.valueAtRisk)).to.be.lessThan(4 * figures.standardErrors.valueAtRisk);
      expect(Math.abs(figures.expectedShortfall - exact.expectedShortfall)).to.be.lessThan(4 * figures.standardErrors.expectedShortfall);
      expect(sum(figures.contributions)).to.be.closeTo(figures.valueAtRisk, 1e-9 * figures.valueAtRisk);
      // A window of 0.5 % of 65 536 scenarios: some 330, each component with a deviation of about the figure itself.
      for (let i = 0; i < 3; i++) expect(figures.contributions[i]).to.be.closeTo(exact.contributions[i]!, 0.2 * exact.valueAtRisk);
    });

    it('has standard errors that are true over 100 seeds', () => {
      const book = bookOf([share('A', 1000, 0.3), { underlying: 'A', quantity: -10, spot: 100, strike: 100, volatility: 0.3, time: 0.25 }]);
      const law = lawOf([0.3], [[1]]);
      const horizon = { confidence: 0.99, horizonDays: 10 };
      const exact = monteCarlo(book, law, horizon, { numPaths: 2 ** 20, seed: 1 });
      let [inside, insideShortfall] = [0, 0];
      const stated: number[] = [];
      for (let seed = 0; seed < 100; seed++) {
        const figures = monteCarlo(book, law, horizon, { numPaths: 4096, seed });
        const { valueAtRisk, expectedShortfall, standardErrors } = figures;
        stated.push(standardErrors.valueAtRisk);
        // The quantile of Student's law with 15 degrees of freedom.
        if (Math.abs(valueAtRisk - exact.valueAtRisk) <= 2.131 * standardErrors.valueAtRisk) inside++;
        if (Math.abs(expectedShortfall - exact.expectedShortfall) <= 2.131 * standardErrors.expectedShortfall) insideShortfall++;
      }
      expect(inside).to.be.at.least(90);
      expect(insideShortfall).to.be.at.least(90);
      // The standard deviation of 16 shifts scatters by 18 %; quantiles one standard error of the share away had made that 43 %.
      const mean = sum(stated) / stated.length;
      expect(Math.sqrt(sum(stated.map((each) => (each - mean) ** 2)) / stated.length) / mean).to.be.below(0.25);
    });

    it('has components of the size of the positions’ own losses where the value at risk is next to nothing', () => {
      // The value at risk at a confidence of one half is the median of a difference of two like shares.
      const book = bookOf([share('A', 1000, 0.3), share('B', -1000, 0.3)]);
      const law = lawOf(
        [0.3, 0.3],
        [
          [1, 0.5],
          [0.5, 1],
        ],
      );
      for (let seed = 0; seed < 20; seed++) {
        const { contributions, valueAtRisk } = monteCarlo(book, law, { confidence: 0.5, horizonDays: 10 }, { numPaths: 512, seed });
        expect(sum(contributions)).to.be.closeTo(valueAtRisk, 1e-12 * 1000);
        // Three deviations of a share's own move over ten days.
        for (const part of contributions) expect(Math.abs(part)).to.be.at.most(3 * 60);
      }
    });

    it('takes a spot that falls through 0 as 0, and says so', () => {
      const wild = monteCarlo(bookOf([share('A', 1000, 5)]), lawOf([5], [[1]]), { confidence: 0.99, horizonDays: 10 }, {});
      expect(wild.valueAtRisk).to.be.closeTo(1000, 1e-6);
      expect(wild.warnings.join()).to.match(/taken as 0/);
    });
  });

  describe('incremental figures', () => {
    const positions = [
      share('A', 1000, 0.3),
      { underlying: 'B', quantity: -5, spot: 50, strike: 50, volatility: 0.2, time: 0.5, optionType: 'put' as const },
      share('C', -700, 0.25),
    ];
    const names = ['A', 'B', 'C'];
    const volatilities = [0.3, 0.2, 0.25];
    const correlation = [
      [1, 0.4, 0.6],
      [0.4, 1, 0.2],
      [0.6, 0.2, 1],
    ];
    const horizon = { confidence: 0.95, horizonDays: 10, incremental: true };
    const bookWithout = (name: string) => bookOf(positions.filter(({ underlying }) => underlying !== name));
    const allBut = <Item>(items: readonly Item[], i: number) => items.filter((_, j) => j !== i);
    const book = bookOf(positions);

    it('are the figure less that of the book without the underlying, parametric and historical', () => {
      const returns = [0.37, 0.61, 0.9].map((step) => Float64Array.from({ length: 300 }, (_, t) => 0.02 * Math.sin(step * t * t)));
      const ofAll = [
        ...[false, true].map((withGamma) => parametricRisk(book, lawOf(volatilities, correlation), horizon, withGamma)),
        historical(book, returns, horizon, { ageDecay: 0.99 }),
      ];
      for (const [i, name] of names.entries()) {
        const law = lawOf(
          allBut(volatilities, i),
          allBut(correlation, i).map((row) => allBut(row, i)),
        );
        const rest = [
          ...[false, true].map((withGamma) => parametricRisk(bookWithout(name), law, horizon, withGamma)),
          historical(bookWithout(name), allBut(returns, i), horizon, { ageDecay: 0.99 }),
        ];
        for (const [k, { valueAtRisk, expectedShortfall, incremental }] of ofAll.entries()) {
          expect(incremental?.valueAtRisk[i], `${name}, ${k}`).to.be.closeTo(valueAtRisk - rest[k]!.valueAtRisk, 1e-9);
          expect(incremental?.expectedShortfall[i], `${name}, ${k}`).to.be.closeTo(expectedShortfall - rest[k]!.expectedShortfall, 1e-9);
        }
      }
    });

    it('of simulated figures are taken in the same scenarios, so that an underlying alone is the whole and one without positions nothing', () => {
      const law = lawOf(volatilities, correlation);
      const alone = monteCarlo(bookOf(positions.slice(0, 1)), lawOf([0.3], [[1]]), horizon, { numPaths: 1024 });
      expect(alone.incremental?.valueAtRisk[0]).to.equal(alone.valueAtRisk);
      const flat = { ...book, quantity: book.quantity.map((quantity, i) => (i === 1 ? 0 : quantity)) };
      const { incremental, ...figures } = monteCarlo(flat, law, horizon, { numPaths: 1024 });
      expect(incremental?.valueAtRisk[1]).to.equal(0);
      expect(incremental?.expectedShortfall[1]).to.equal(0);
      // Hedges: without the short position in C there is more risk.
      expect(incremental?.valueAtRisk[2]).to.be.lessThan(0);
      expect(figures).to.deep.equal(monteCarlo(flat, law, { ...horizon, incremental: false }, { numPaths: 1024 }));
    });
  });

  it('has the same bits however its scenarios are cut into ranges', () => {
    const book = bookOf([share('A', 1000, 0.8), share('B', -700, 0.5)]);
    const horizon = { confidence: 0.9, horizonDays: 250, incremental: true };
    const returns = [1, 2].map((k) => Float64Array.from({ length: 300 }, (_, t) => 0.02 * Math.sin(k * (t + 1) ** 2)));
    const law = lawOf(
      [0.8, 0.5],
      [
        [1, 0.3],
        [0.3, 1],
      ],
    );
    const inRanges = <Figures>({ scenarios, run, combine }: Revaluation<Figures>, length: number): Figures => {
      const starts = Array.from({ length: Math.ceil(scenarios / length) }, (_, i) => i * length);
      // Computed in the opposite order, as a worker might.
      const ranges = starts.toReversed().map((from) => run(from, Math.min(from + length, scenarios)));
      return combine(ranges.toReversed());
    };
    for (const length of [1, 7, 64]) {
      expect(inRanges(historicalRisk(book, returns, { ...horizon, horizonDays: 5 }, { ageDecay: 0.99 }), length)).to.deep.equal(
        historical(book, returns, { ...horizon, horizonDays: 5 }, { ageDecay: 0.99 }),
      );
      const simulated = monteCarlo(book, law, horizon, { numPaths: 1024, seed: 3 });
      expect(simulated.warnings.some((warning) => warning.includes('fell to 0 or below'))).to.equal(true);
      expect(inRanges(monteCarloRisk(book, law, horizon, { numPaths: 1024, seed: 3 }), length)).to.deep.equal(simulated);
    }
  });
});
