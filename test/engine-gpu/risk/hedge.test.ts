import { expect } from 'chai';
import { hedgeShortfall, hedgeSquares, squaresAt, varianceSquares } from '#engine-gpu/risk/hedge';
import { type HedgeInstrument, totalCost } from '#engine-gpu/risk/hedge-trades';
import { Draw } from '#test/support/random';
import { closeTo, rowsOf, type Tolerance, table } from '../../reference/table.js';

const free: HedgeInstrument = { cost: 0, min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };
const any = { integer: false };

interface Inputs {
  readonly portfolio_greeks: Record<string, number>;
  readonly instruments: Record<string, number>[];
  readonly target_variance: number;
  readonly cov_target_instruments: number[];
  readonly cov_instruments: number[][];
  readonly ridge: number;
  readonly scenario_pnl_portfolio: number[];
  readonly scenario_pnl_instruments: number[][];
  readonly Q: number[][];
  readonly c: number[];
  readonly lower: number[];
  readonly upper: number[];
  readonly x: number;
  readonly g: number;
  readonly k: number;
  readonly exposure: Record<string, number>;
  readonly costs?: number[];
  readonly budget?: number;
}

interface Expected {
  readonly weights: number[];
  readonly weight: number;
  readonly objective: number;
}

const holdsAll = (quantities: readonly number[], expected: readonly number[], tolerance: Tolerance): void => {
  for (const [i, weight] of expected.entries()) closeTo(quantities[i]!, weight, tolerance, `quantity ${i}`);
};

const startsWith = (prefix: string) => (row: { id: string }) => row.id.startsWith(prefix);

/** ½ wᵀQw + cᵀw as squares: the variance form has no ½. */
const quadratic = (q: number[][], c: number[]) =>
  varianceSquares(
    c.map((value) => value / 2),
    q.map((row) => row.map((value) => value / 2)),
    0,
  );

describe('hedge optimisation', () => {
  table<Inputs, Expected>(
    'hedge',
    async ({ inputs, expected, tolerance }) => {
      const names = Object.keys(inputs.portfolio_greeks);
      const { quantities } = await hedgeSquares(
        {
          rows: names.map((name) => inputs.instruments.map((each) => each[name]!)),
          offsets: names.map((name) => inputs.portfolio_greeks[name]!),
          weight: 1,
          linear: inputs.instruments.map(() => 0),
        },
        inputs.instruments.map(() => free),
        any,
      );
      holdsAll(quantities, expected.weights, tolerance);
    },
    startsWith('hedge_neutral'),
  );

  table<Inputs, Expected>(
    'hedge',
    async ({ inputs, expected, tolerance }) => {
      const squares = varianceSquares(inputs.cov_target_instruments, inputs.cov_instruments, inputs.ridge);
      const { quantities } = await hedgeSquares(
        squares,
        expected.weights.map(() => free),
        any,
      );
      holdsAll(quantities, expected.weights, tolerance);
    },
    startsWith('hedge_minvar'),
  );

  table<Inputs, Expected>(
    'hedge',
    async ({ inputs, expected, tolerance }) => {
      const { quantities } = await hedgeSquares(
        {
          rows: inputs.scenario_pnl_instruments,
          offsets: inputs.scenario_pnl_portfolio,
          weight: 2,
          linear: expected.weights.map(() => 0),
        },
        expected.weights.map(() => free),
        any,
      );
      holdsAll(quantities, expected.weights, tolerance);
    },
    startsWith('hedge_lsq'),
  );

  table<Inputs, Expected>(
    'hedge',
    async ({ inputs, expected, tolerance }) => {
      const instruments = inputs.lower.map((min, i) => ({ cost: 0, min, max: inputs.upper[i]! }));
      const { quantities } = await hedgeSquares(quadratic(inputs.Q, inputs.c), instruments, any);
      holdsAll(quantities, expected.weights, tolerance);
    },
    startsWith('hedge_boxqp'),
  );

  table<Inputs, Expected>(
    'hedge',
    async ({ inputs: { x, g, k }, expected, tolerance }) => {
      const { quantities } = await hedgeSquares({ rows: [[g]], offsets: [x], weight: 1, linear: [0] }, [{ ...free, cost: k }], any);
      closeTo(quantities[0]!, expected.weight, tolerance);
    },
    startsWith('hedge_l1'),
  );

  table<Inputs, Expected>(
    'hedge',
    async ({ inputs: { exposure, instruments: greeks, lower, upper, costs, budget }, expected, tolerance }) => {
      const names = Object.keys(exposure);
      const squares = {
        rows: names.map((name) => greeks.map((each) => each[name]!)),
        offsets: names.map((name) => exposure[name]!),
        weight: 1,
        linear: greeks.map(() => 0),
      };
      const instruments = greeks.map((_, i) => ({
        cost: costs?.[i] ?? 0,
        min: lower?.[i] ?? Number.NEGATIVE_INFINITY,
        max: upper?.[i] ?? Number.POSITIVE_INFINITY,
      }));
      const { status, quantities } = await hedgeSquares(squares, instruments, { integer: false, ...(budget !== undefined && { budget }) });
      expect(status).to.equal('optimal');
      expect(totalCost(instruments, quantities)).to.be.at.most((budget ?? Number.POSITIVE_INFINITY) * (1 + 1e-12));
      // Where all Greeks can be hedged, each is left with the rounding of its terms.
      const rounding = squares.rows.reduce((total, row, k) => {
        const size = row.reduce((sum, greek, i) => sum! + Math.abs(greek! * quantities[i]!), Math.abs(squares.offsets[k]!));
        return total + 0.5 * (1e-12 * size!) ** 2;
      }, 0);
      const objective = squaresAt(squares, quantities) + totalCost(instruments, quantities);
      closeTo(objective, expected.objective, { ...tolerance, abs: rounding }, 'objective');
    },
    startsWith('hedge_greeks'),
  );

  it('takes every row of its table', () => {
    const prefixes = ['hedge_greeks', 'hedge_neutral', 'hedge_minvar', 'hedge_lsq', 'hedge_boxqp', 'hedge_l1'];
    expect(rowsOf('hedge').filter(({ id }) => !prefixes.some((prefix) => id.startsWith(prefix)))).to.deep.equal([]);
  });

  it('trades nothing where the cost of the first unit is more than it takes off', async () => {
    const { quantities } = await hedgeSquares({ rows: [[2]], offsets: [1], weight: 1, linear: [0] }, [{ ...free, cost: 3 }], any);
    expect(quantities).to.deep.equal([0]);
  });

  it('keeps to a budget', async () => {
    const instruments = [{ ...free, cost: 2 }];
    const hedge = await hedgeSquares({ rows: [[1]], offsets: [-1000], weight: 1, linear: [0] }, instruments, {
      integer: false,
      budget: 50,
    });
    expect(hedge.quantities[0]).to.be.closeTo(25, 1e-6);
    expect(totalCost(instruments, hedge.quantities)).to.be.at.most(50 * (1 + 1e-9));
  });

  it('says so where bounds and budget leave no hedge', async () => {
    const hedge = await hedgeSquares({ rows: [[1]], offsets: [1], weight: 1, linear: [0] }, [{ cost: 1, min: 10, max: 20 }], {
      integer: false,
      budget: 5,
    });
    expect(hedge).to.deep.equal({ status: 'infeasible', quantities: [0] });
  });

  it('finds the best whole lots: as an enumeration of all of them does', async () => {
    const squares = {
      rows: [
        [0.62, 1, -0.4],
        [1.5, 0, 0.9],
        [0.3, 0.1, 2.2],
      ],
      offsets: [-7.3, 11.9, 5.6],
      weight: 1,
      linear: [0, 0, 0],
    };
    const instruments = [0.5, 0.1, 0.7].map((cost) => ({ cost, min: -12, max: 12 }));
    const { status, quantities } = await hedgeSquares(squares, instruments, { integer: true });
    let best = Number.POSITIVE_INFINITY;
    for (let a = -12; a <= 12; a++)
      for (let b = -12; b <= 12; b++)
        for (let c = -12; c <= 12; c++) best = Math.min(best, squaresAt(squares, [a, b, c]) + totalCost(instruments, [a, b, c]));
    expect(status).to.equal('optimal');
    expect(squaresAt(squares, quantities) + totalCost(instruments, quantities)).to.be.closeTo(best, 1e-9 * best);
  });

  it('finds whole lots without bounds, and calls none the best where others much farther away may be better', async () => {
    const unbounded = { cost: 0, min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };
    const least = (squares: ReturnType<typeof varianceSquares>, most: number) => {
      let best = Number.POSITIVE_INFINITY;
      for (let a = -most; a <= most; a++)
        for (let b = -most; b <= most; b++) for (let c = -most; c <= most; c++) best = Math.min(best, squaresAt(squares, [a, b, c]));
      return best;
    };
    const [first, third] = [0.5344, 0.1909];
    const apart = varianceSquares(
      [0.2937, 0.2, 0.1049],
      [
        [first, 0.1, third],
        [0.1, first, 0.05],
        [third, 0.05, 0.1],
      ],
      0,
    );
    const hedge = await hedgeSquares(apart, [unbounded, unbounded, unbounded], { integer: true });
    expect(hedge.status).to.equal('optimal');
    expect(squaresAt(apart, hedge.quantities)).to.be.closeTo(least(apart, 12), 1e-12);
    // Three names of one risk: ever larger lots come ever nearer to none of it.
    const alike = varianceSquares(
      [first, first, third].map((x) => 0.55 * x),
      [
        [first, first, third],
        [first, first, third],
        [third, third, (third * third) / first],
      ],
      0,
    );
    const near = await hedgeSquares(alike, [unbounded, unbounded, unbounded], { integer: true });
    expect(near.status).to.equal('limit');
    expect(squaresAt(alike, near.quantities)).to.be.at.most(least(alike, 6));
  });

  it('is the same in other units of the instruments', async () => {
    for (const unit of [1e-9, 1e-3, 1e6, 1e9]) {
      const squares = {
        rows: [
          [0.62 * unit, 1],
          [1.5 * unit, 0],
        ],
        offsets: [0, -3000],
        weight: 1,
        linear: [0, 0],
      };
      const { quantities } = await hedgeSquares(squares, [free, free], any);
      expect(quantities[0]! * unit).to.be.closeTo(2000, 1e-5);
      expect(quantities[1]).to.be.closeTo(-1240, 1e-5);
    }
  });

  it('is the least where the solver of quadratic programs says that it is, and is at 0', async () => {
    const names = ['delta', 'gamma', 'vega'] as const;
    const greeks = [
      { delta: 1.0957886, gamma: 0.94174635, vega: 1.5062208 },
      { delta: -1.5826350625570509, gamma: 0.2591901551287134, vega: 0.6219167656734556 },
      { delta: 0.10952834163735974, gamma: 0, vega: 0 },
      { delta: -1.4134334198356695, gamma: 1.8435704328064337, vega: -0.2898437548718422 },
      { delta: 0, gamma: 0.8523153707634841, vega: 0 },
    ];
    const squares = {
      rows: names.map((name) => greeks.map((each) => each[name])),
      offsets: [-1.272146851618147, -0.3437853504971443, -0.5793364052543694],
      weight: 1,
      linear: greeks.map(() => 0),
    };
    const bounded = { cost: 0, min: -1.935818734113127, max: 1.150535598397255 };
    const { status, quantities } = await hedgeSquares(squares, [bounded, free, free, free, free], any);
    expect(status).to.equal('optimal');
    // Five instruments for three Greeks: nothing need be left.
    expect(squaresAt(squares, quantities)).to.be.lessThan(1e-12);
  });

  it('leaves a position whose cost no hedge can earn, and spends a budget to the last', async () => {
    const squares = { rows: [[1, 1]], offsets: [-10], weight: 1, linear: [0, 0] };
    const dear = { ...free, cost: 1e17 };
    expect((await hedgeSquares(squares, [dear, free], any)).quantities[0]).to.equal(0);
    const instruments = [{ ...free, cost: 1 }, dear];
    for (const budget of [0, 1e-3, 0.5]) {
      const { status, quantities } = await hedgeSquares(squares, instruments, { integer: false, budget });
      expect(status).to.equal('optimal');
      expect(quantities[0]).to.be.closeTo(budget, 1e-6 * budget);
      expect(totalCost(instruments, quantities)).to.be.at.most(budget);
    }
  });

  it('trades one of two instruments that are the same in other units, and no opposite quantities of both, where a budget binds', async () => {
    const scale = [1e12, 1, 1e6, 1e12, 1e12];
    for (let seed = 0; seed < 20; seed++) {
      const { normal } = new Draw(seed);
      const offsets = Array.from({ length: 20 }, normal);
      const rows = offsets.map(() => {
        const common = normal();
        const [first, , ...rest] = scale.map((each) => each * (0.7 * common + normal()));
        return [first!, (first! / scale[0]!) * scale[1]!, ...rest];
      });
      const instruments = [free, free, { ...free, min: 0, cost: 1e3 }, free, free];
      const limits = { integer: false, budget: 1e-6 };
      const { status, quantities } = await hedgeSquares({ rows, offsets, weight: 2, linear: [0, 0, 0, 0, 0] }, instruments, limits);
      expect(status).to.equal('optimal');
      // In units of its risk, a quantity is of the order of what is hedged.
      for (const [i, each] of scale.entries()) expect(Math.abs(quantities[i]! * each)).to.be.below(10);
    }
  });

  it('takes a shortfall down to what no other quantity can', async () => {
    const exposure = Array.from({ length: 100 }, (_, k) => Math.sin(3 * k) * 10);
    const scenarios = { exposure, instruments: exposure.map((pnl, k) => [0.5 * pnl + Math.cos(5 * k)]) };
    const { quantities } = await hedgeShortfall(scenarios, [free], 0.95, any);
    const shortfall = (q: number) => {
      const losses = exposure.map((pnl, k) => -(pnl + scenarios.instruments[k]![0]! * q)).sort((a, b) => b - a);
      return losses.slice(0, 5).reduce((total, loss) => total + loss, 0) / 5;
    };
    for (const step of [-0.1, -1e-3, 1e-3, 0.1]) expect(shortfall(quantities[0]!)).to.be.at.most(shortfall(quantities[0]! + step) + 1e-9);
  });

  it('counts what one whole lot moves, however little beside the exposure', async () => {
    const scenarios = { exposure: [903_431, 1_188_006], instruments: [[0.00083], [-0.1704]] };
    // The first scenario is the worse up to 1.66 million lots.
    const instruments = [{ id: 'lots', min: 1_000_000, max: 1_500_000, cost: 0 }];
    const { status, quantities } = await hedgeShortfall(scenarios, instruments, 0.5, { integer: true });
    expect([status, ...quantities]).to.deep.equal(['optimal', 1_500_000]);
    // Above 48 thousand lots the second scenario is the worse, and each further lot makes it so by little.
    const falling = { exposure: [1_655_135, 1_809_285], instruments: [[3.1859], [-0.030385]] };
    const fewest = await hedgeShortfall(falling, instruments, 0.95, { integer: true });
    expect([fewest.status, ...fewest.quantities]).to.deep.equal(['optimal', 1_000_000]);
  });

  it('finds whole lots within bounds of any width, and lots that are many, in no more time', async () => {
    const scenariosOf = (seed: number, instruments: number, count: number) => {
      let state = seed;
      const draw = () => {
        state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
        return state / 2 ** 31 - 0.5;
      };
      const exposure = Array.from({ length: count }, () => 20 * draw());
      return { exposure, instruments: Array.from({ length: count }, () => Array.from({ length: instruments }, draw)) };
    };
    const within = (most: number, count: number) => Array.from({ length: count }, () => ({ cost: 0.02, min: -most, max: most }));
    for (const seed of [9, 14, 20]) {
      const scenarios = scenariosOf(seed, 3, 20);
      const [wide, narrow] = [1e10, 1e3].map((most) => hedgeShortfall(scenarios, within(most, 3), 0.8, { integer: true }));
      expect(await wide, `${seed}`).to.deep.equal(await narrow);
    }
    // Two scenarios and three instruments leave an arbitrage, which ends at the bounds.
    const { status, quantities } = await hedgeShortfall(scenariosOf(3, 3, 2), within(1e12, 3), 0.8, { integer: true });
    expect(status).to.equal('optimal');
    expect(Math.max(...quantities.map(Math.abs))).to.equal(1e12);
  });

  it('refuses an objective that falls without end with the bounds that are missing', async () => {
    const gains = { exposure: [1, -1], instruments: [[1], [1]] };
    const faultsOf = (run: Promise<unknown>) =>
      run.then(
        () => [],
        ({ kind, faults }) => [kind, ...faults.map(({ pointer }: { pointer: string }) => pointer)],
      );
    expect(await faultsOf(hedgeShortfall(gains, [free], 0.5, any))).to.deep.equal(['invalid', '/instruments/0/max']);
    expect(await faultsOf(hedgeShortfall(gains, [free], 0.5, { integer: true }))).to.deep.equal(['invalid', '/instruments/0/max']);
    expect(await faultsOf(hedgeShortfall(gains, [{ ...free, max: 1e9 }], 0.5, any))).to.deep.equal([]);
    // A lot gains next to nothing beside the exposure, which the solver alone takes for nothing.
    const little = { exposure: [1_346_879], instruments: [[-0.1326]] };
    expect(await faultsOf(hedgeShortfall(little, [free], 0.95, { integer: true }))).to.deep.equal(['invalid', '/instruments/0/min']);
    // The first less the second always gains; the third hedges, and has nothing to do with it.
    const pairs = {
      exposure: [1, -1, 0],
      instruments: [
        [3, 2, 1],
        [-1, -2, -1],
        [2, 1, 0.5],
      ],
    };
    const either = await faultsOf(hedgeShortfall(pairs, [free, free, { cost: 0, min: -1, max: 1 }], 0.5, any));
    expect(either).to.deep.equal(['invalid', '/instruments/0/max', '/instruments/1/min']);
    const bounded = { ...free, min: -7 };
    expect(await faultsOf(hedgeShortfall(pairs, [free, bounded, { cost: 0, min: -1, max: 1 }], 0.5, any))).to.deep.equal([]);
    const charged = { ...free, cost: 0.1 };
    expect(await faultsOf(hedgeShortfall(gains, [charged], 0.5, any))).to.deep.equal(['invalid', '/instruments/0/max']);
    expect(await faultsOf(hedgeShortfall(gains, [charged], 0.5, { integer: false, budget: 5 }))).to.deep.equal([]);

    // Two instruments of which one less the other has no variance, and yet a covariance with what is hedged.
    const squares = varianceSquares(
      [0, 1],
      [
        [1, 1],
        [1, 1],
      ],
      0,
    );
    expect(await faultsOf(hedgeSquares(squares, [free, free], any))).to.deep.equal(['invalid', '/instruments/0/max', '/instruments/1/min']);
    expect(await faultsOf(hedgeSquares(squares, [free, { ...free, min: -7 }], any))).to.deep.equal([]);
  });

  it('refuses a covariance that is none', () => {
    expect(() =>
      varianceSquares(
        [0, 0],
        [
          [1, 2],
          [2, 1],
        ],
        0,
      ),
    ).to.throw(/positive semi-definite/);
  });

  it('fails as an optimisation where numbers are beyond the range of the solver', async () => {
    for (const size of [1e200, 1e300]) {
      const squares = { rows: [[size]], offsets: [size], weight: 1, linear: [0] };
      for (const integer of [false, true]) {
        const failure = await hedgeSquares(squares, [{ cost: 1, min: -5, max: 5 }], { integer }).catch((error) => error);
        expect(failure.kind, `${size}`).to.equal('optimisation');
      }
    }
  });
});
