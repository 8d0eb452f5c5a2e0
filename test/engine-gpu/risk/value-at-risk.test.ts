import { expect } from 'chai';
import { cornishFisherTail } from '#engine-gpu/risk/cornish-fisher';
import { sum } from '#engine-gpu/risk/option-book';
import { cumulantsOf } from '#engine-gpu/risk/quadratic-form';
import { tailOf } from '#engine-gpu/risk/tail';
import { historicalRisk, monteCarloRisk, parametricRisk, type Revaluation } from '#engine-gpu/risk/value-at-risk';
import { closeTo, rowsOf, table } from '../../reference/table.js';
import { bookOf, share } from './books.js';

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

/** The figures of all scenarios in one range. */
const figuresOf = <Figures>({ scenarios, run, combine }: Revaluation<Figures>): Figures => combine([run(0, scenarios)]);
const historical = (...args: Parameters<typeof historicalRisk>) => figuresOf(historicalRisk(...args));
const monteCarlo = (...args: Parameters<typeof monteCarloRisk>) => figuresOf(monteCarloRisk(...args));

describe('value at risk', () => {
  it('takes every row of its table', () => {
    const known = ['var_dn', 'var_option', 'var_ore', 'var_hist', 'var_normal', 'stress'];
    expect(rowsOf('var').filter(({ id }) => !known.some((prefix) => id.startsWith(prefix)))).to.deep.equal([]);
  });

  describe('delta-normal', () => {
    table<DeltaNormal, { var: number; expected_shortfall: number; pnl_stdev: number; component_var: number[] }>(
      'var',
      ({ inputs, expected, tolerance }) => {
        const book = bookOf(inputs.delta_exposures.map((value, i) => share(`S${i}`, value, inputs.annual_vols[i])));
        const horizon = { confidence: inputs.confidence, horizonDays: inputs.horizon_days };
        const figures = parametricRisk(book, lawOf(inputs.annual_vols, inputs.correlation), horizon, false);
        closeTo(figures.valueAtRisk, expected.var, tolerance);
        closeTo(figures.expectedShortfall, expected.expected_shortfall, tolerance);
        closeTo(figures.standardDeviation, expected.pnl_stdev, tolerance);
        for (const [i, component] of expected.component_var.entries()) closeTo(figures.contributions[i], component, tolerance);
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
        closeTo(figures.deltas[0], expected.delta, tolerance);
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
        const at = (scale: number) =>
          parametricRisk(
            { ...three, quantity: three.quantity.map((held, i) => (three.factor[i] === factor ? held * scale : held)) },
            law,
            horizon,
            true,
          );
        const h = 1e-5;
        // A central difference of this step is right to about 1e-9 of the figure.
        expect((at(1 + h).valueAtRisk - at(1 - h).valueAtRisk) / (2 * h)).to.be.closeTo(figures.contributions[factor], 1e-6);
        expect((at(1 + h).expectedShortfall - at(1 - h).expectedShortfall) / (2 * h)).to.be.closeTo(
          figures.shortfallContributions[factor],
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

  describe('historical', () => {
    const book = bookOf([
      share('A', 1000, 0.2),
      { underlying: 'B', quantity: -5, spot: 50, strike: 50, volatility: 0.3, time: 0.5, optionType: 'put' },
    ]);
    const returns = [0.37, 0.61].map((step) => Float64Array.from({ length: 500 }, (_, t) => 0.02 * Math.sin(step * t * t)));

    it('is the tail of full revaluations, its contributions those of the scenarios', () => {
      const figures = historical(book, returns, { confidence: 0.99, horizonDays: 1 }, {});
      expect(figures.scenarios).to.equal(500);
      expect(sum(figures.contributions)).to.be.closeTo(figures.valueAtRisk, 1e-9);
      expect(sum(figures.shortfallContributions)).to.be.closeTo(figures.expectedShortfall, 1e-9);
      expect(figures.expectedShortfall).to.be.at.least(figures.valueAtRisk);
    });

    it('compounds overlapping runs of days', () => {
      const steady = [new Float64Array(30).fill(-0.01), new Float64Array(30)];
      const figures = historical(book, steady, { confidence: 0.9, horizonDays: 10 }, {});
      expect(figures.scenarios).to.equal(21);
      // The share is a call of strike 1e-9.
      expect(figures.valueAtRisk).to.be.closeTo(1000 * (1 - 0.99 ** 10), 1e-6);
    });

    it('gives the young their weight, and scales to the volatility of today', () => {
      const calm = Float64Array.from({ length: 400 }, (_, t) => (t < 200 ? 0.03 : 0.005) * (t % 2 === 0 ? 1 : -1));
      const one = bookOf([share('A', 1000, 0.2)]);
      const plain = historical(one, [calm], { confidence: 0.95, horizonDays: 1 }, {});
      const aged = historical(one, [calm], { confidence: 0.95, horizonDays: 1 }, { ageDecay: 0.9 });
      const filtered = historical(one, [calm], { confidence: 0.95, horizonDays: 1 }, { volatilityDecay: 0.9 });
      expect(plain.valueAtRisk).to.be.closeTo(30, 1e-6);
      expect(aged.valueAtRisk).to.be.closeTo(5, 1e-6);
      expect(filtered.valueAtRisk).to.be.lessThan(12);
    });

    it('says when there is too little history for the tail', () => {
      const short = returns.map((series) => series.subarray(0, 50));
      expect(historical(book, short, { confidence: 0.99, horizonDays: 1 }, {}).warnings).to.have.length(1);
    });
  });

  describe('by Monte Carlo', () => {
    table<Options, OptionFigures>(
      'var',
      ({ inputs, expected }) => {
        const horizon = { confidence: inputs.confidence, horizonDays: inputs.horizon_days };
        const { valueAtRisk, standardError } = monteCarlo(optionBook(inputs), lawOf([inputs.volatility], [[1]]), horizon, {});
        const why = 'four standard errors';
        closeTo(valueAtRisk, expected.full_revaluation_var_no_time_decay, { abs: 4 * standardError, why });
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
      expect(Math.abs(figures.valueAtRisk - exact.valueAtRisk)).to.be.lessThan(4 * figures.standardError);
      expect(Math.abs(figures.expectedShortfall - exact.expectedShortfall)).to.be.lessThan(4 * figures.shortfallStandardError);
      expect(sum(figures.contributions)).to.be.closeTo(figures.valueAtRisk, 1e-9 * figures.valueAtRisk);
      // A window of 0.5 % of 65 536 scenarios: some 330, each component with a deviation of about the figure itself.
      for (let i = 0; i < 3; i++) expect(figures.contributions[i]).to.be.closeTo(exact.contributions[i], 0.2 * exact.valueAtRisk);
    });

    it('has standard errors that are true over 100 seeds', () => {
      const book = bookOf([share('A', 1000, 0.3), { underlying: 'A', quantity: -10, spot: 100, strike: 100, volatility: 0.3, time: 0.25 }]);
      const law = lawOf([0.3], [[1]]);
      const horizon = { confidence: 0.99, horizonDays: 10 };
      const exact = monteCarlo(book, law, horizon, { numPaths: 2 ** 20, seed: 1 }).valueAtRisk;
      let inside = 0;
      for (let seed = 0; seed < 100; seed++) {
        const { valueAtRisk, standardError } = monteCarlo(book, law, horizon, { numPaths: 4096, seed });
        // The quantile of Student's law with 15 degrees of freedom.
        if (Math.abs(valueAtRisk - exact) <= 2.131 * standardError) inside++;
      }
      expect(inside).to.be.at.least(90);
    });

    it('takes a spot that falls through 0 as 0, and says so', () => {
      const wild = monteCarlo(bookOf([share('A', 1000, 5)]), lawOf([5], [[1]]), { confidence: 0.99, horizonDays: 10 }, {});
      expect(wild.valueAtRisk).to.be.closeTo(1000, 1e-6);
      expect(wild.warnings.join()).to.match(/taken as 0/);
    });
  });

  it('has the same bits however its scenarios are cut into ranges', () => {
    const book = bookOf([share('A', 1000, 0.8), share('B', -700, 0.5)]);
    const horizon = { confidence: 0.9, horizonDays: 250 };
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
