/** Random programs whose answers are known from how they are made: with a solution, with none, and with an objective that falls without end. */
import { expect } from 'chai';
import { type Column, isFeasible, isOptimal, type Program, type Row, solve } from '#engine-gpu/risk/linear-program';
import { Draw } from '#test/support/random';

const PROGRAMS = 150;
const SECONDS = 10;

const rowOf = (coefficients: readonly number[], lower: number, upper: number): Row => {
  const columns = [...coefficients.keys()].filter((j) => coefficients[j] !== 0);
  return { columns, coefficients: columns.map((j) => coefficients[j]!), lower, upper };
};
const dot = (x: readonly number[], y: readonly number[]): number => x.reduce((total, value, i) => total + value * y[i]!, 0);
const objectiveAt = ({ columns }: Program, values: ArrayLike<number>) =>
  columns.reduce((total, { cost }, j) => total + cost * values[j]!, 0);

/** The same program with rows and columns in other units. @param span decimal orders that the units span on each side */
function rescaled({ columns, rows }: Program, draw: Draw, span: number): { readonly program: Program; readonly units: readonly number[] } {
  const unit = () => 10 ** Math.round(span * (2 * draw.uniform() - 1));
  const units = columns.map(unit);
  return {
    units,
    program: {
      columns: columns.map(({ cost, lower, upper }, j) => ({ cost: cost * units[j]!, lower: lower / units[j]!, upper: upper / units[j]! })),
      rows: rows.map(({ columns: indices, coefficients, lower, upper }) => {
        const scale = unit();
        return {
          columns: indices,
          coefficients: coefficients.map((a, k) => scale * a * units[indices[k]!]!),
          lower: scale * lower,
          upper: scale * upper,
        };
      }),
    },
  };
}

/** A program with the solution `values`: complementary to reduced costs and duals that are drawn first. */
function drawSolved(draw: Draw): { readonly program: Program; readonly values: readonly number[] } {
  const { pick, normal, chance, uniform } = draw;
  const n = pick(1, 2, 5, 12);
  const m = pick(1, 3, 8, 20);
  const values = Array.from({ length: n }, () => (chance(0.3) ? 0 : normal()));
  const isDegenerate = chance(0.5);
  const matrix: number[][] = [];
  for (let r = 0; r < m; r++)
    matrix.push(r > 0 && isDegenerate && chance(0.5) ? matrix[r - 1]! : values.map(() => (chance(0.6) ? Math.round(4 * normal()) : 0)));
  const cost = values.map(() => 0);
  const rows = matrix.map((coefficients) => {
    const activity = dot(coefficients, values);
    // A degenerate program has rows that hold with equality, and yet no price.
    const kind = pick('lower', 'upper', 'equal', 'slack');
    const y = kind === 'slack' || (isDegenerate && chance(0.5)) ? 0 : kind === 'equal' ? normal() : (kind === 'lower' ? 1 : -1) * uniform();
    for (const [j, a] of coefficients.entries()) cost[j]! += y * a;
    const away = kind === 'slack' ? 1 + uniform() : 0;
    const isLow = kind === 'lower' || kind === 'equal' || (kind === 'slack' && chance(0.5));
    const isHigh = kind === 'upper' || kind === 'equal' || (kind === 'slack' && !isLow);
    return rowOf(coefficients, isLow ? activity - away : Number.NEGATIVE_INFINITY, isHigh ? activity + away : Number.POSITIVE_INFINITY);
  });
  const columns = values.map((value, j): Column => {
    const kind = pick('free', 'lower', 'upper', 'between');
    const price = kind === 'lower' ? uniform() : kind === 'upper' ? -uniform() : 0;
    const [lower, upper] = {
      free: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
      lower: [value, chance(0.5) ? value + 2 : Number.POSITIVE_INFINITY],
      upper: [Number.NEGATIVE_INFINITY, value],
      between: [value - 1, value + 1],
    }[kind];
    return { cost: cost[j]! + price, lower: lower!, upper: upper! };
  });
  return { program: { columns, rows }, values };
}

describe('linear programs', () => {
  /** @returns how many of the programs ended with each status */
  async function solveAll(span: number): Promise<Readonly<Record<string, number>>> {
    const draw = new Draw(20_261_123 + span);
    const counts: Record<string, number> = { optimal: 0 };
    for (let k = 0; k < PROGRAMS; k++) {
      const { program: drawn, values } = drawSolved(draw);
      const { program, units } = rescaled(drawn, draw, span);
      const actual = await solve(program, SECONDS);
      counts[actual.status] = (counts[actual.status] ?? 0) + 1;
      if (actual.status !== 'optimal') continue;
      expect(isFeasible(program, actual.values), `program ${k}`).to.equal(true);
      // The gap of the check, and what tolerances of rows are worth at prices of the order of one.
      const size = drawn.columns.reduce((total, { cost }, j) => total + Math.abs(cost * actual.values[j]! * units[j]!), 1);
      expect(objectiveAt(program, actual.values), `program ${k}`).to.be.closeTo(objectiveAt(drawn, values), 1e-5 * size);
    }
    return counts;
  }

  for (const span of [0, 2, 4])
    it(`have the least objective, degenerate or not, in units that span 10^±${span}`, async () => {
      expect(await solveAll(span)).to.deep.equal({ optimal: PROGRAMS });
    });

  it('in units that span 10^±5, where the solver takes coefficients below 1e-9 as 0, are called optimal only where they are', async () => {
    const { optimal } = await solveAll(5);
    expect(optimal).to.be.within(0.9 * PROGRAMS, PROGRAMS - 1);
  });

  it('without a solution are said to have none, and those without an end to have no end', async () => {
    const draw = new Draw(7);
    for (let k = 0; k < PROGRAMS; k++) {
      const { program, values } = drawSolved(draw);
      const coefficients = values.map(() => Math.round(4 * draw.normal()) || 1);
      const activity = dot(coefficients, values);
      const clashing = [
        rowOf(coefficients, activity + 1, Number.POSITIVE_INFINITY),
        rowOf(coefficients, Number.NEGATIVE_INFINITY, activity),
      ];
      const none = await solve({ columns: program.columns, rows: [...program.rows, ...clashing] }, SECONDS);
      expect(none, `program ${k}`).to.deep.equal({ status: 'infeasible', values: new Float64Array() });

      // A pair of columns that grow together: no row sees their difference.
      const shared = { lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY };
      const n = program.columns.length;
      const endless = {
        columns: [...program.columns, { ...shared, cost: draw.normal() }, { ...shared, cost: draw.normal() }],
        rows: program.rows.map((row) => {
          const a = Math.round(4 * draw.normal()) || 1;
          return { ...row, columns: [...row.columns, n, n + 1], coefficients: [...row.coefficients, a, -a] };
        }),
      };
      expect((await solve(endless, SECONDS)).status, `program ${k}`).to.equal('unbounded');
    }
  });

  it('have no answer that their check does not pass: a point beyond a row, or one that can be improved', () => {
    const draw = new Draw(11);
    let refused = 0;
    for (let k = 0; k < PROGRAMS; k++) {
      const { program, values } = drawSolved(draw);
      expect(isFeasible(program, values)).to.equal(true);
      const zeros = program.rows.map(() => 0);
      const isConstant = program.columns.every(({ cost }) => cost === 0);
      // Without prices of rows, only a program that the bounds of columns decide is at its minimum.
      if (!isOptimal(program, values, zeros)) refused++;
      else if (!isConstant)
        for (const [j, { cost, lower, upper }] of program.columns.entries())
          if (Math.abs(cost) > 1e-5) expect(values[j]).to.be.closeTo(cost > 0 ? lower : upper, 1e-3);
      for (const [r, { columns, coefficients, lower, upper }] of program.rows.entries()) {
        if (columns.length === 0 || !(Number.isFinite(lower) || Number.isFinite(upper))) continue;
        const moved = [...values];
        const direction = Number.isFinite(upper) ? 1 : -1;
        moved[columns[0]!]! += (direction * 10) / coefficients[0]!;
        expect(isFeasible(program, moved), `program ${k}, row ${r}`).to.equal(false);
      }
    }
    expect(refused).to.be.greaterThan(PROGRAMS / 3);
  });
});
