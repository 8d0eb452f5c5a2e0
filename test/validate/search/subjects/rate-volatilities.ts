/** Swaptions and caps on tables of volatilities: against the same pricer at one volatility, which is interpolated here as a sum over the corners of a cell. */
import type { Data } from '../service.js';
import type { Subject, Trial } from '../subject.js';
import { dayAt, VALUATION_DATE } from './drawn-instruments.js';
import { drawCapletTable, drawSwaptionTable } from './drawn-volatilities.js';

/** Weights of the nodes around a place, linear between them. */
function weightsOf(nodes: readonly number[], place: number): readonly (readonly [node: number, weight: number])[] {
  const last = nodes.length - 1;
  if (place <= nodes[0]!) return [[0, 1]];
  if (place >= nodes[last]!) return [[last, 1]];
  const above = nodes.findIndex((node) => node > place);
  const weight = (place - nodes[above - 1]!) / (nodes[above]! - nodes[above - 1]!);
  return [
    [above - 1, 1 - weight],
    [above, weight],
  ];
}

/** The volatility at a place on each axis. */
function volatilityAt(table: Data, axes: readonly string[], places: readonly number[]): number {
  const corners = axes.reduce<readonly (readonly [value: Data, weight: number])[]>(
    (cells, axis, i) =>
      cells.flatMap(([value, weight]) => weightsOf(table[axis], places[i]!).map(([node, share]) => [value[node], weight * share] as const)),
    [[table.volatilities, 1]],
  );
  return corners.reduce((sum, [value, weight]) => sum + weight * Number(value), 0);
}

const asOne = ({ type, shift }: Data, volatility: number): object =>
  type === 'normal' ? { normalVolatility: volatility } : { volatility, ...(shift !== undefined && { shift }) };

const years = (date: string): number => (Date.parse(date) - Date.parse(VALUATION_DATE)) / 86_400_000 / 365;

async function judgeTables(trial: Trial): Promise<void> {
  const curves = {
    valuationDate: VALUATION_DATE,
    curve: { times: [1, 10], zeroRates: [trial.uniform(0.002, 0.05), trial.uniform(0.002, 0.05)] },
    projectionCurve: { times: [1, 10], zeroRates: [trial.uniform(0.01, 0.05), trial.uniform(0.03, 0.05)] },
  };
  const [strike, notional] = [trial.uniform(0.001, 0.08), 1e6];
  const startDate = dayAt(trial.uniform(0.02, 14));
  if (trial.draw.chance(0.5)) {
    const tenor = trial.whole(1, 24);
    const terms = { optionType: trial.draw.pick('payer', 'receiver'), strike, notional, expiryDate: startDate, startDate };
    const instrument = { ...terms, tenor: `${tenor}Y`, settlement: trial.draw.pick('physical', 'cash') };
    const table = drawSwaptionTable(trial);
    const priced = await trial.price('rates_swaption_black', { instrument, market: { ...curves, volatilities: table } });
    const axes = ['expiries', 'tenors', ...('strikeSpreads' in table ? ['strikeSpreads'] : [])];
    const volatility = volatilityAt(table, axes, [years(startDate), tenor, strike - priced.parRate]);
    const single = await trial.price('rates_swaption_black', { instrument, market: { ...curves, ...asOne(table, volatility) } });
    for (const figure of ['price', 'delta', 'vega'])
      trial.same(`the ${figure} of a swaption is that at its volatility`, priced[figure], single[figure], 1e-9, 1e-12 * notional);
    return;
  }
  const instrument = {
    type: trial.draw.pick('cap', 'floor'),
    strike,
    notional,
    startDate,
    tenor: `${trial.whole(1, 6)}Y`,
    frequency: 2,
    fixingDays: 2,
  };
  const table = drawCapletTable(trial);
  const { price, caplets } = await trial.price('rates_cap_floor', { instrument, market: { ...curves, volatilities: table } });
  const place = trial.whole(0, caplets.length - 1);
  const axes = ['expiries', ...('strikes' in table ? ['strikes'] : [])];
  const volatility = volatilityAt(table, axes, [Math.max(years(caplets[place].fixingDate), 0), strike]);
  const single = await trial.price('rates_cap_floor', { instrument, market: { ...curves, ...asOne(table, volatility) } });
  trial.same('a caplet is worth what it is at its volatility', caplets[place].price, single.caplets[place].price, 1e-9, 1e-12 * notional);
  const sum = caplets.reduce((total: number, each: Data) => total + each.price, 0);
  trial.same('a cap is the sum of its caplets', price, sum, 1e-12, 1e-12 * notional);
}

export const rateVolatilitySubjects: readonly Subject[] = [
  { name: 'swaptions and caps on tables of volatilities', operations: ['priceWithEngine'], judge: judgeTables },
];
