/**
 * Error and time of rough volatility prices: each of a few reference rows at the pricer's default settings, over several seeds. The rough
 * Bergomi rows are compared with an Euler scheme with exact Gaussians on the same number of steps and on eight times as many, whose prices
 * the table has. Errors are the largest over the row's strikes, in points of implied volatility (0.01). Every price is checked.
 * `npm run bench -- rough`
 */
import { openBackend, type PricerTools, priceWithPricer } from '#engine';
import { impliedVolatility } from '#engine-gpu/method/vanilla-option';
import { defined } from '#services/runtime/defined';
import {
  type EngineCase,
  type RoughBergomiExpected,
  type RoughBergomiInputs,
  type RoughHestonExpected,
  type RoughHestonInputs,
  roughBergomiMc,
  roughHeston,
} from '../reference/engine-requests.js';
import { type Row, rowsOf } from '../reference/table.js';

const SEEDS = 8;
/** Allowed error: four standard errors of the mean over seeds plus the error of the reference, 1e-3 of volatility. */
const ALLOWED_ERROR = { standardErrors: 4, volatility: 1e-3 };

const backend = await openBackend('webasm', { workers: 2 });
const tools: PricerTools = {
  run: (compute) => compute({ costLimit: Number.POSITIVE_INFINITY }, backend),
};
process.stdout.write(`${SEEDS} seeds, 65 536 paths, on ${backend.name}; errors in points of volatility\n`);

interface Option {
  readonly spot: number;
  readonly rate: number;
  readonly dividend: number;
  readonly strikes: readonly number[];
  readonly time: number;
}

async function measure({ id, inputs }: Row<Option, object>, calls: readonly EngineCase[], euler: readonly (readonly number[])[]) {
  const { spot, rate, dividend, strikes, time } = inputs;
  const worst = { error: 0, standardError: 0, euler: euler.map(() => 0) };
  let processor = Number.POSITIVE_INFINITY;
  for (const [i, { request, expected, label }] of calls.entries()) {
    const due = expected.price;
    const { vega } = impliedVolatility({ spot, strike: strikes[i]!, rate, time, dividend, put: false }, due!);
    const prices: number[] = [];
    let standardError = 0;
    for (let seed = 1; seed <= SEEDS; seed++) {
      const usageBefore = process.cpuUsage();
      const { result } = await priceWithPricer({ ...request, pricer: { seed }, today: '2026-01-02' }, tools);
      const { user, system } = process.cpuUsage(usageBefore);
      processor = Math.min(processor, (user + system) / 1000);
      prices.push(result.price);
      standardError += defined(result.standardError, 'the standard error') / SEEDS;
    }
    const error = prices.reduce((sum, price) => sum + price, 0) / SEEDS - due!;
    if (Math.abs(error) > ALLOWED_ERROR.volatility * vega + (ALLOWED_ERROR.standardErrors * standardError) / Math.sqrt(SEEDS))
      throw new Error(`${id}, ${label}: off by ${error}, standard error ${standardError}`);
    const points = (price: number) => Math.abs(price) / vega / 0.01;
    worst.error = Math.max(worst.error, points(error));
    worst.standardError = Math.max(worst.standardError, points(standardError));
    worst.euler = worst.euler.map((most, k) => Math.max(most, points(euler[k]![i]! - due!)));
  }
  const figure = (value: number) => value.toFixed(3);
  process.stdout.write(
    `${id}: ${processor.toFixed(0)} ms of processor time; error of the mean over seeds ${figure(worst.error)}, standard error per seed ${figure(worst.standardError)}` +
      `${worst.euler.length === 0 ? '' : `; Euler ${worst.euler.map(figure).join(' and ')}`}\n`,
  );
}

for (const id of ['rough_bergomi_bfg_T025_mccrickerd', 'rough_bergomi_bfg_T1', 'rough_bergomi_h010_T05', 'rough_bergomi_h030_T1']) {
  const row = defined(
    rowsOf<RoughBergomiInputs, RoughBergomiExpected>('rough_bergomi').find((one) => one.id === id),
    id,
  );
  const bySteps = row.prices_by_steps as Readonly<Record<string, readonly number[]>>;
  await measure(row, roughBergomiMc(row, {}), [bySteps['128']!, bySteps['1024']!]);
}
for (const id of ['rough_heston_ql_test_T1', 'rough_heston_eer_params_T0.5', 'rough_heston_roemer_params_T1']) {
  const row = defined(
    rowsOf<RoughHestonInputs, RoughHestonExpected>('rough_heston').find((one) => one.id === id),
    id,
  );
  const calls = roughHeston(row, { pricerId: 'equity_rough_heston_mc' }).filter(({ label }) => label.startsWith('call'));
  await measure(row, calls, []);
}
await backend.close();
process.exit(0);
