import { expect } from 'chai';
import fc from 'fast-check';
import { act365f } from '#engine-gpu/time/date';
import { defined } from '#services/runtime/defined';
import { closeTo, table } from '#test/reference/table';
import { priceOf, refusalOf, resultOf } from '#test/support/price';

interface Contract {
  readonly type: string;
  readonly expiry: string;
  readonly strike?: number;
  readonly payout?: number;
  readonly averaging?: string;
  readonly observationDates?: readonly string[];
  readonly monitoring?: string;
  readonly underlyings?: readonly string[];
}

interface Asset {
  readonly spot: number;
  readonly volatility: number;
  readonly dividend: number;
}

interface Market extends Partial<Asset> {
  readonly rate: number;
  readonly valuationDate: string;
  readonly assets?: Readonly<Record<string, Asset>>;
  readonly correlations?: readonly { readonly correlation: number }[];
}

interface Inputs {
  readonly contract: Contract;
  readonly market: Market;
}

const WEEKS = 52;

/** The pricer id and the request of the closed form of a contract; undefined if there is none. */
function asRequest({ contract, market }: Inputs): [string, { instrument: object; market: object }] | undefined {
  const { type, expiry, strike, payout, averaging, observationDates, monitoring, underlyings = [] } = contract;
  const years = (date: string) => act365f(market.valuationDate, date);
  const time = expiry === undefined ? 0 : years(expiry);
  const [family, optionType] = [type?.replace(/_(call|put)$/, ''), type?.endsWith('_put') ? 'put' : 'call'];
  const option = { time, optionType };
  if (family === 'digital') return ['equity_digital_bs', { instrument: { ...option, strike, pays: 'cash', payout: payout ?? 1 }, market }];
  if (family === 'asian' && averaging === 'geometric') {
    const weeks = Math.round(WEEKS * time);
    const observationTimes = observationDates?.map(years) ?? Array.from({ length: weeks }, (_, i) => ((i + 1) * time) / weeks);
    return ['equity_asian_geometric_bs', { instrument: { ...option, strike, observationTimes }, market }];
  }
  if (family === 'lookback' && observationDates === undefined && (monitoring ?? 'continuous') === 'continuous')
    return ['equity_lookback_bs', { instrument: { ...option, ...(strike !== undefined && { strike }) }, market }];
  if (underlyings.length !== 2) return undefined;
  const [asset1, asset2] = underlyings.map((name) => defined(market.assets, 'market.assets')[name]);
  const { rate, valuationDate, correlations } = market;
  const two = { asset1, asset2, correlation: defined(correlations, 'correlations')[0]!.correlation, rate, valuationDate };
  if (family === 'best_of' || family === 'worst_of')
    return ['equity_rainbow_stulz', { instrument: { ...option, strike, on: family.replace('_of', '') }, market: two }];
  if (family !== 'spread') return undefined;
  if (strike === 0) return ['equity_exchange_margrabe', { instrument: { time }, market: two }];
  return ['equity_spread_bs', { instrument: { ...option, strike }, market: two }];
}

table<Inputs, { price: number }>(
  'exotics',
  async ({ inputs, expected, tolerance }) => closeTo(await priceOf(...defined(asRequest(inputs), 'a request')), expected.price, tolerance),
  ({ inputs }) => asRequest(inputs) !== undefined,
);

interface ForwardInputs {
  readonly forward: number;
  readonly strike: number;
  readonly rate: number;
  readonly time: number;
  readonly volatility: number;
  readonly optionType: string;
}

table<ForwardInputs, { price: number }>(
  'black_76',
  async ({ inputs: { forward, strike, rate, time, volatility, optionType }, expected, tolerance }) => {
    const request = { instrument: { strike, time, optionType }, market: { forward, rate, volatility } };
    closeTo(await priceOf('futures_option_black76', request), expected.price, tolerance);
  },
);

const market = { spot: 100, rate: 0.05, dividend: 0.02, volatility: 0.25 };
const barrier = { strike: 95, time: 1, level: 90, direction: 'down', style: 'knock_out' };
const two = { asset1: { spot: 100, volatility: 0.3 }, asset2: { spot: 90, volatility: 0.2 }, correlation: 0.4, rate: 0.03 };
const curve = { times: [1, 2], zeroRates: [0.02, 0.04] };

/** Generators of requests over the whole domain of the schemas, including its extremes. */
const edge = (min: number, max: number, ...also: number[]) =>
  fc.oneof(fc.double({ min, max, noNaN: true }), fc.constantFrom(min, max, ...also));
const anySpot = edge(1e-3, 1e6, 100);
const anyRate = edge(-10, 10, 0, 0.05);
const anyVolatility = edge(0, 100, 1e-300, 1e-8, 0.2);
const anyTime = edge(0, 1_000, 1e-12, 1);
const anySide = fc.constantFrom('call', 'put');
const anyMarket = fc.record({ spot: anySpot, rate: anyRate, dividend: anyRate, volatility: anyVolatility });
const anyAsset = fc.record({ spot: anySpot, volatility: anyVolatility, dividend: anyRate });
const anyTwo = fc.record({ asset1: anyAsset, asset2: anyAsset, correlation: edge(-1, 1, 0, 0.95), rate: anyRate });
const option = { strike: anySpot, time: anyTime, optionType: anySide };
const signed = { ...option, strike: edge(-1e6, 1e6, 0) };
const anyRequest: Readonly<Record<string, fc.Arbitrary<{ instrument: object; market: object }>>> = {
  equity_barrier_bs: fc.record({
    instrument: fc.record({
      ...option,
      level: anySpot,
      direction: fc.constantFrom('down', 'up'),
      style: fc.constantFrom('knock_in', 'knock_out'),
      rebate: edge(0, 100),
      monitoringDates: fc.constantFrom(undefined, 1, 2, 12, 50, 513, 1_000_000),
    }),
    market: anyMarket,
  }),
  equity_digital_bs: fc.record({ instrument: fc.record({ ...option, pays: fc.constantFrom('cash', 'asset') }), market: anyMarket }),
  equity_asian_geometric_bs: fc.record({ instrument: fc.record({ ...option, monitoring: fc.constant('continuous') }), market: anyMarket }),
  equity_lookback_bs: fc.record({
    instrument: fc.oneof(fc.record(option), fc.record({ time: anyTime, optionType: anySide })),
    market: anyMarket,
  }),
  equity_chooser_bs: fc.record({
    instrument: fc.record({ strike: anySpot, time: anyTime, choiceTime: fc.constant(0) }),
    market: anyMarket,
  }),
  equity_exchange_margrabe: fc.record({ instrument: fc.record({ time: anyTime }), market: anyTwo }),
  equity_spread_bs: fc.record({ instrument: fc.record(signed), market: anyTwo }),
  equity_rainbow_stulz: fc.record({ instrument: fc.record({ ...option, on: fc.constantFrom('best', 'worst') }), market: anyTwo }),
  futures_option_black76: fc.record({
    instrument: fc.record(option),
    market: fc.record({ forward: anySpot, rate: anyRate, volatility: anyVolatility }),
  }),
  futures_option_bachelier: fc.record({
    instrument: fc.record(signed),
    market: fc.record({ forward: edge(-1e6, 1e6, 0), rate: anyRate, normalVolatility: edge(0, 1e6, 1e-300) }),
  }),
};

/** Below this largest |rate| · time or variance, discounted amounts are far from overflow, so a pricing failure is not allowed. */
const MAX_EXPONENT_WITHOUT_OVERFLOW = 300;
const cannotOverflow = (request: { instrument: object; market: object }) => {
  const { time, rate, dividend, volatility, asset1, asset2 } = { ...request.instrument, ...request.market } as Record<string, never>;
  const rates = [rate!, dividend ?? 0, ...[asset1!, asset2!].map((asset: Asset | undefined) => asset?.dividend ?? 0)];
  const volatilities = [volatility ?? 0, ...[asset1, asset2].map((asset: Asset | undefined) => asset?.volatility ?? 0)];
  return Math.max(...rates.map(Math.abs), ...volatilities.map((v) => v * v)) ** time! < MAX_EXPONENT_WITHOUT_OVERFLOW;
};

describe('the closed forms of exotic options', () => {
  for (const [id, requests] of Object.entries(anyRequest))
    it(`${id} gives a non-negative price for every valid request, or fails with a reason`, async () => {
      await fc.assert(
        fc.asyncProperty(requests, async (request) => {
          try {
            expect((await resultOf(id, request)).price).to.be.at.least(0);
          } catch (error) {
            // Outside its domain a pricer refuses the request, and an overflow is a pricing failure.
            if (cannotOverflow(request)) expect((error as { kind?: string }).kind).to.equal('invalid');
            else expect((error as { kind?: string }).kind).to.be.oneOf(['invalid', 'pricing']);
          }
        }),
        { seed: 1, numRuns: 300 },
      );
    });

  it('accept a curve if the payoff depends only on the spot at expiry, and refuse one otherwise', async () => {
    const byCurve = { ...market, rate: undefined, curve };
    const byRate = { ...market, rate: 0.03 };
    const digital = { strike: 95, time: 1.5, pays: 'asset' };
    expect(await priceOf('equity_digital_bs', { instrument: digital, market: byCurve })).to.equal(
      await priceOf('equity_digital_bs', { instrument: digital, market: byRate }),
    );
    const refusals = await refusalOf('equity_barrier_bs', { instrument: barrier, market: byCurve });
    expect(refusals.map(({ pointer }) => pointer)).to.have.members(['/market/rate', '/market/curve']);
  });

  it('give a knock-out option a higher price when it is monitored on fewer dates', async () => {
    const priceWith = (monitoringDates?: number) =>
      priceOf('equity_barrier_bs', { instrument: { ...barrier, ...(monitoringDates && { monitoringDates }) }, market });
    const [monthly, daily, continuous] = [await priceWith(12), await priceWith(252), await priceWith()];
    expect(monthly).to.be.above(daily);
    expect(daily).to.be.above(continuous);
    expect(await priceWith(1_000_000)).to.be.closeTo(continuous, 0.01);
  });

  it('refuse values outside the domain and name the field', async () => {
    const faults = async (id: string, instrument: object, inMarket: object) =>
      (await refusalOf(id, { instrument, market: inMarket })).map(({ pointer, reason }) => `${pointer} ${reason}`);

    expect(await faults('equity_barrier_bs', { ...barrier, style: 'knock_in', rebatePayment: 'at_hit' }, market)).to.deep.equal([
      '/instrument/rebatePayment must be "at_expiry" for a knock_in, which pays its rebate only if the barrier is never hit; got "at_hit"',
    ]);
    expect(await faults('equity_lookback_bs', { strike: 95, time: 1, extreme: 99 }, market)).to.deep.equal([
      '/instrument/extreme must be at least 100, the spot, as the maximum so far; got 99',
    ]);
    expect(await faults('equity_lookback_bs', { time: 1, extreme: 101 }, market)).to.deep.equal([
      '/instrument/extreme must be at most 100, the spot, as the minimum so far; got 101',
    ]);
    expect(await faults('equity_chooser_bs', { strike: 95, time: 1, choiceTime: 1.5 }, market)).to.deep.equal([
      '/instrument/choiceTime must be at most 1, the time to expiry; got 1.5',
    ]);
    expect(await faults('equity_asian_geometric_bs', { strike: 95, time: 1, observationTimes: [0.5, 0.5, 2] }, market)).to.deep.equal([
      '/instrument/observationTimes/1 must be above 0.5, the time before it; got 0.5',
      '/instrument/observationTimes/2 must be at most 1, the time to expiry; got 2',
    ]);
    expect(await faults('equity_asian_geometric_bs', { strike: 95, time: 1 }, market)).to.deep.equal([
      '/instrument must have observationTimes or monitoring',
    ]);
    expect(await faults('equity_spread_bs', { strike: 5, time: 4 }, { ...two, asset2: { spot: 90, volatility: 20 } })).to.deep.equal([
      '/market/asset2/volatility must be at most 10, 20 standard deviations to expiry; got 20',
    ]);
    expect(await faults('equity_rainbow_stulz', { strike: 5, time: 4, on: 'best' }, { ...two, correlation: 1.1 })).to.deep.equal([
      '/market/correlation must be at most 1; got 1.1',
    ]);
  });
});
