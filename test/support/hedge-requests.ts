/** Random requests of hedges over everything that is admitted, each with the objective that its quantities minimise. */
import type { z } from 'zod';
import type { hedgeRequest } from '#engine-gpu/risk/requests';
import type { Draw } from './random.js';

type Request = z.input<typeof hedgeRequest>;

interface DrawnHedge {
  readonly body: Request;
  readonly objective: (quantities: readonly number[]) => number;
  /** Quantity of each instrument that has as much risk as is hedged. */
  readonly unit: readonly number[];
}

const dot = (x: readonly number[], y: readonly number[]): number => x.reduce((total, value, i) => total + value * y[i]!, 0);

export function drawHedge(draw: Draw): DrawnHedge {
  const { pick, normal, chance, uniform } = draw;
  const n = pick(1, 1, 2, 3, 5);
  const size = pick(1, 1e-12, 1e12, 1e-6, 1e6);
  const scale = Array.from({ length: n }, () => pick(1, 1, 1e-12, 1e12, 1e-6, 1e6));
  const objective = pick('greeks', 'variance', 'least_squares', 'cvar');
  const costSize = objective === 'cvar' ? 1 : size;
  const unit = scale.map((each) => size / each);
  const instruments: Request['instruments'] = scale.map((each, i) => {
    const bounds = pick('none', 'both', 'long', 'none', 'demanded');
    const top = 1e15;
    const bound = (value: number) => Math.min(Math.max(value, -top), top);
    return {
      id: `${i}`,
      ...(bounds === 'both' && { min: bound(-2 * uniform() * unit[i]!), max: bound(2 * uniform() * unit[i]!) }),
      ...(bounds === 'long' && { min: 0 }),
      ...(bounds === 'demanded' && { min: bound(unit[i]!), max: bound(1.5 * unit[i]!) }),
      ...(chance(0.4) && { cost: each * costSize * pick(1e-3, 0.1, 1, 10) }),
    };
  });
  const body: Request = { objective, instruments };
  if (chance(0.25)) body.budget = size * costSize * pick(0, 0.01, 0.1, 1);
  if (size <= 1e6 && scale.every((each) => each === 1)) body.integer = chance(0.4);
  // Bounds so wide that the solver alone does not always end.
  if (body.integer)
    for (const instrument of instruments)
      if (instrument.min === undefined && chance(0.3))
        Object.assign(instrument, { min: -pick(1e6, 1e10, 1e12), max: pick(1e6, 1e10, 1e12) });
  const cost = (q: readonly number[]) => q.reduce((total, quantity, i) => total + (instruments[i]!.cost ?? 0) * Math.abs(quantity), 0);
  const isDoubled = n > 1 && chance(0.2);
  const ofRow = (): number[] => {
    const common = normal();
    const row = scale.map((each) => each * (0.7 * common + (chance(0.7) ? normal() : 0)));
    return isDoubled ? [row[0]!, (row[0]! / scale[0]!) * scale[1]!, ...row.slice(2)] : row;
  };
  const rows = Array.from({ length: objective === 'greeks' ? pick(1, 2, 3) : pick(1, 2, 20, 40) }, ofRow);
  const exposure = chance(0.05) ? rows.map(() => 0) : rows.map(() => size * normal());
  const residuals = (q: readonly number[]) => rows.map((row, k) => exposure[k]! + dot(row, q));
  if (objective === 'greeks') {
    const names = (['delta', 'gamma', 'vega'] as const).slice(0, rows.length);
    body.exposure = Object.fromEntries(names.map((name, k) => [name, exposure[k]]));
    for (const [i, instrument] of instruments.entries()) for (const [k, name] of names.entries()) instrument[name] = rows[k]![i];
    return { body, unit, objective: (q) => 0.5 * dot(residuals(q), residuals(q)) + cost(q) };
  }
  if (objective === 'variance') {
    const column = (i: number) => rows.map((row) => row[i]!);
    const covariance = (x: readonly number[], y: readonly number[]) => dot(x, y) / rows.length;
    body.covariance = {
      exposure: covariance(exposure, exposure),
      cross: scale.map((_, i) => covariance(exposure, column(i))),
      instruments: scale.map((_, i) => scale.map((__, j) => covariance(column(Math.min(i, j)), column(Math.max(i, j))))),
    };
    return { body, unit, objective: (q) => covariance(residuals(q), residuals(q)) + cost(q) };
  }
  body.scenarios = { exposure, instruments: rows };
  if (objective === 'least_squares') return { body, unit, objective: (q) => dot(residuals(q), residuals(q)) + cost(q) };
  const confidence = pick(0.5, 0.9, 0.95, 0.99999);
  body.confidence = confidence;
  const tail = (1 - confidence) * rows.length;
  const shortfall = (q: readonly number[]): number => {
    const losses = residuals(q)
      .map((pnl) => -pnl)
      .sort((a, b) => b - a);
    let [remaining, total] = [tail, 0];
    for (const loss of losses) {
      total += loss * Math.min(remaining, 1);
      remaining -= Math.min(remaining, 1);
    }
    return total / tail;
  };
  return { body, unit, objective: (q) => shortfall(q) + cost(q) };
}
