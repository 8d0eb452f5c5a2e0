/**
 * Sensitivities of instruments to the factors of the market of their book, in the reporting currency: zero rates at tenors, with straight lines
 * between them and flat beyond; exchange rates, spots, volatilities and default intensities. Volatilities by expiry move an
 * expiry at a time, all of them or, of smiles by delta, that at the money, and the strikes of the deltas with it and with the rate. Instruments without a choice, and European options by the formula of
 * Black and Scholes, have closed forms; of the others each factor is moved up and down.
 */
import { EngineFailure, invalid } from '../base/failure.js';
import { parse } from '../base/faults.js';
import type { Priced } from '../base/priced.js';
import type { Years } from '../base/units.js';
import { interestOf } from '../formula/swap-legs.js';
import { type BookMarket, ratesOf } from '../market/book-market.js';
import { type Curve, discount } from '../market/curve.js';
import { curveOf } from '../market/curve-input.js';
import { spotOf } from '../market/resolve-cross-asset.js';
import { dividendsToCome } from '../market/share-growth.js';
import { exp } from '../math/elementary/exp.js';
import { log } from '../math/elementary/log.js';
import { hatShares } from '../math/hat-shares.js';
import { vanillaMeasures } from '../pricers/equity/vanilla-measures.js';
import { termsOf, vanillaOption } from '../product/option/vanilla.js';
import { closedFormPrice, type FailedValue, failedValue } from './instrument-prices.js';
import { pricingPlan } from './instrument-types.js';
import { type LinearFlows, linearFlows, projectionOf } from './linear-flows.js';
import { withShift } from './market-factors.js';
import { type MarketSetting, type PricingPlan, placedFailure } from './pricing-plan.js';
import { changedAsset, changedQuote, expiriesOf, leastOf, quoteOfAsset } from './quoted-expiries.js';
import { factorKey, type InstrumentSensitivitiesRequest, type Sensitivity } from './requests.js';

type Factor = Sensitivity['factor'];
type Kind = Factor['kind'];

/** Sensitivities of one unit, or why there are none. */
export type InstrumentSensitivities = { readonly sensitivities: readonly Sensitivity[] } | FailedValue;

/**
 * Step of central differences: of rates, volatilities and intensities absolute, of spots and exchange rates relative. One of 1e-4 errs by 4e-5 of the
 * sensitivity of a short caplet at the money; values of twelve digits leave seven of a difference over 1e-5.
 */
const STEP = 1e-5;

/** Sums by factor. */
function openSums() {
  const sums = new Map<string, { factor: Factor; value: number; bump?: number }>();
  const addTo = (factor: Factor, value: number, bump?: number): void => {
    const key = factorKey(factor);
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, { factor, value, ...(bump !== undefined && { bump }) });
    else sum.value += value;
  };
  return {
    addTo,
    add: (kind: Kind, name: string, value: number, tenor?: Years): void =>
      addTo({ kind, name, ...(tenor !== undefined && { tenor }) }, value),
    list: (): Sensitivity[] => [...sums.values()],
  };
}

interface Setting extends MarketSetting {
  readonly tenors: readonly Years[];
}

/** Derivatives of Σ amounts · discount factors by zero rates at tenors: those of a payment at T are −T times its value, shared by the tenors around T. */
function linearSensitivities(
  { payments, deliveries }: LinearFlows,
  { market, reportingCurrency, tenors, valuationDate }: Setting,
): Sensitivity[] {
  const sums = openSums();
  const curves = new Map<string, Curve>();
  const curveAt = (key: string, input: BookMarket['curves'][string]): Curve => {
    const curve = curves.get(key) ?? curveOf(ratesOf(input), valuationDate);
    curves.set(key, curve);
    return curve;
  };
  const valueByCurrency = new Map<string, number>();
  const toReporting = (currency: string): number => spotOf(market.fx, currency, reportingCurrency)!;
  const spread = (kind: Kind, name: string, time: Years, perRate: number): void => {
    for (const { node, share } of hatShares(time, tenors)) sums.add(kind, name, share * perRate, tenors[node]!);
  };
  const addValue = (currency: string, value: number): void =>
    void valueByCurrency.set(currency, (valueByCurrency.get(currency) ?? 0) + value);
  for (const { currency, time, amount, floating } of payments) {
    const rate = toReporting(currency);
    const factor = discount(curveAt(`rate ${currency}`, market.curves[currency]!), time);
    let total = amount;
    if (floating !== undefined) {
      const { notional, growths, index } = floating;
      const { kind, name, field } = projectionOf(market, index, currency);
      const projection = curveAt(`${kind} ${name}`, market[field]![name]!);
      const growth = growths.reduce((product, each) => product * (1 + interestOf(each, (t) => discount(projection, t))), 1);
      total += notional * (growth - 1);
      for (const { from, to } of growths) {
        if (from === to) continue;
        spread(kind, name, to, rate * factor * notional * growth * to);
        if (from > 0) spread(kind, name, from, -rate * factor * notional * growth * from);
      }
    }
    spread('rate', currency, time, -time * rate * factor * total);
    addValue(currency, factor * total);
  }
  for (const { asset: name, time, quantity } of deliveries) {
    const { spot, dividend, currency = reportingCurrency } = market.assets[name]!;
    const units = quantity * exp(-dividend * time);
    sums.add('spot', name, toReporting(currency) * units);
    sums.add('dividend', name, -time * toReporting(currency) * units * spot);
    addValue(currency, units * spot);
  }
  for (const [currency, value] of valueByCurrency) addExchange(sums, market, currency, reportingCurrency, value);
  return sums.list();
}

/** Adds the sensitivities of an amount of a currency to the quoted pairs by which it is converted. */
function addExchange(sums: ReturnType<typeof openSums>, { fx }: BookMarket, currency: string, reporting: string, amount: number): void {
  if (currency === reporting) return;
  const rate = spotOf(fx, currency, reporting)!;
  for (const [pair, spot] of Object.entries(fx)) {
    // The rate is a product of quoted pairs and their inverses.
    const power = Math.round(log(spotOf({ ...fx, [pair]: 2 * spot }, currency, reporting)! / rate) / log(2));
    if (power !== 0) sums.add('fx', pair, (amount * rate * power) / spot);
  }
}

/** A European option by the formula of Black and Scholes, whose rate is the zero rate at its expiry. */
function vanillaSensitivities(plan: Extract<PricingPlan, { readonly kind: string }>, setting: Setting): Sensitivity[] {
  const { market, reportingCurrency, tenors } = setting;
  const { underlying = '', currency = reportingCurrency, request } = plan;
  const option = parse(vanillaOption, request);
  const { result } = vanillaMeasures.greeks(termsOf(option));
  const rate = spotOf(market.fx, currency, reportingCurrency)!;
  const sums = openSums();
  sums.add('spot', underlying, rate * result.delta);
  sums.add('volatility', underlying, rate * result.vega);
  sums.add('dividend', underlying, rate * result.dividendRho);
  for (const { node, share } of hatShares(option.time, tenors)) sums.add('rate', currency, share * rate * result.rho, tenors[node]!);
  addExchange(sums, market, currency, reportingCurrency, result.price);
  return sums.list();
}

/** True of an option whose volatility is read from a surface. */
const hasSurface = ({ underlying = '' }: PricingPlan, { market }: Setting): boolean => market.assets[underlying]?.surface !== undefined;

/** True where a share is delivered less its dividends on dates. */
const hasDividendsOnDates = ({ deliveries }: LinearFlows, { market, valuationDate }: Setting): boolean =>
  deliveries.some(({ asset }) => dividendsToCome(market.assets[asset]!, valuationDate) !== undefined);

/** A factor by its name, and the market in which it is moved. */
interface MovedFactor extends Factor {
  /** Multiplies the step: 1, or the level where the step is relative. */
  readonly scale: number;
  /** The smallest of the levels that move, where they cannot be negative. */
  readonly lowest?: number;
  readonly market: (step: number) => BookMarket;
}

/** A curve whose zero rates are higher by a step at one tenor and by nothing at the others. */
const tented = (input: BookMarket['curves'][string], tenors: readonly Years[], node: number, step: number): BookMarket['curves'][string] =>
  withShift(input, { times: tenors, zeroRates: tenors.map((_, i) => (i === node ? step : 0)) });

/** The factors on which an instrument may depend: those that its terms name. */
function factorsOf(
  terms: Readonly<Record<string, unknown>>,
  plan: PricingPlan,
  { market, reportingCurrency, tenors }: Setting,
): MovedFactor[] {
  const named = (value: unknown): string[] => (typeof value === 'string' ? [value] : []);
  const legs = [terms, terms.receive, terms.pay] as readonly ({ readonly currency?: unknown; readonly index?: unknown } | undefined)[];
  const asset = typeof terms.underlying === 'string' ? market.assets[terms.underlying] : undefined;
  const currencies = new Set([
    ...named(plan.currency),
    ...legs.flatMap((leg) => named(leg?.currency)),
    ...[terms.buyCurrency, terms.sellCurrency].flatMap(named),
    ...(asset === undefined ? [] : [asset.currency ?? reportingCurrency]),
  ]);
  const indices = new Set(legs.flatMap((leg) => named(leg?.index)));
  const curvesOf = (field: 'curves' | 'projections' | 'projectionCurves', kind: Kind, names: Iterable<string>): MovedFactor[] =>
    [...names].flatMap((name) => {
      const input = market[field]?.[name];
      if (input === undefined) return [];
      return tenors.map((tenor, node) => ({
        ...{ kind, name, tenor, scale: 1 },
        market: (step: number) => ({ ...market, [field]: { ...market[field], [name]: tented(input, tenors, node, step) } }),
      }));
    });
  const isUsed = (pair: string): boolean => [...currencies].some((currency) => currency !== reportingCurrency && pair.includes(currency));
  const quotes = Object.keys(market.volatilities).filter(
    (name) => currencies.has(name) || indices.has(name) || (name.length === 6 && isUsed(name)),
  );
  const issuer = typeof terms.issuer === 'string' ? market.credit[terms.issuer] : undefined;
  return [
    ...curvesOf('curves', 'rate', currencies),
    ...curvesOf('projections', 'projection', indices),
    ...curvesOf('projectionCurves', 'projection', currencies),
    ...Object.entries(market.fx)
      .filter(([pair]) => isUsed(pair))
      .map(
        ([name, spot]): MovedFactor => ({
          ...{ kind: 'fx', name, scale: spot },
          market: (step) => ({ ...market, fx: { ...market.fx, [name]: spot * (1 + step) } }),
        }),
      ),
    ...(asset === undefined
      ? []
      : [
          assetFactor(market, terms.underlying as string, 'spot'),
          ...assetVolatilityFactors(market, terms.underlying as string),
          assetFactor(market, terms.underlying as string, 'dividend'),
        ]),
    ...quotes.flatMap((name) => volatilityFactors(market, name)),
    ...(issuer === undefined
      ? []
      : [
          {
            ...({ kind: 'credit', name: terms.issuer as string, scale: 1 } as const),
            lowest: Math.min(issuer.hazardRate ?? Number.POSITIVE_INFINITY, ...(issuer.hazardCurve?.hazardRates ?? [])),
            market: (step: number) => ({ ...market, credit: { ...market.credit, [terms.issuer as string]: withHazard(issuer, step) } }),
          },
        ]),
  ];
}

const withAsset = (market: BookMarket, name: string, asset: BookMarket['assets'][string]): BookMarket => ({
  ...market,
  assets: { ...market.assets, [name]: asset },
});

function assetFactor(market: BookMarket, name: string, kind: 'spot' | 'dividend'): MovedFactor {
  const asset = market.assets[name]!;
  const scale = kind === 'spot' ? asset.spot : 1;
  return { kind, name, scale, market: (step) => withAsset(market, name, { ...asset, [kind]: asset[kind] + scale * step }) };
}

/** The volatility of a share, or those of its expiries. */
function assetVolatilityFactors(market: BookMarket, name: string): MovedFactor[] {
  const asset = market.assets[name]!;
  return expiryFactors(name, quoteOfAsset(asset), (change) => withAsset(market, name, changedAsset(asset, change)));
}

/** The volatility of a name, or those of its expiries. */
function volatilityFactors(market: BookMarket, name: string): MovedFactor[] {
  const quote = market.volatilities[name]!;
  const { volatilities } = market;
  return expiryFactors(name, quote, (change) => ({ ...market, volatilities: { ...volatilities, [name]: changedQuote(quote, change) } }));
}

/** A factor for each expiry of a quote, or one. @param changed  the market after a change of the quote's volatilities */
function expiryFactors(
  name: string,
  quote: Parameters<typeof expiriesOf>[0],
  changed: (change: (volatility: number, expiry: number) => number) => BookMarket,
): MovedFactor[] {
  return (expiriesOf(quote) ?? [undefined]).map((expiry, i) => ({
    ...{ kind: 'volatility', name, scale: 1 },
    ...(expiry && (expiry.date === undefined ? { tenor: expiry.time! } : { expiry: expiry.date })),
    lowest: leastOf(quote, i),
    market: (step) => changed((volatility, place) => (place === i ? volatility + step : volatility)),
  }));
}

function withHazard(issuer: BookMarket['credit'][string], step: number): BookMarket['credit'][string] {
  const { hazardRate, hazardCurve, recoveryRate } = issuer;
  if (hazardCurve === undefined) return { hazardRate: hazardRate! + step, recoveryRate };
  return { hazardCurve: { ...hazardCurve, hazardRates: hazardCurve.hazardRates.map((rate) => rate + step) }, recoveryRate };
}

/** Central differences of the value in the reporting currency. A factor that cannot be moved down is moved up alone. */
async function movedSensitivities(
  type: InstrumentSensitivitiesRequest['instruments'][number]['type'],
  terms: Readonly<Record<string, unknown>>,
  plan: PricingPlan,
  setting: Setting,
): Promise<Sensitivity[]> {
  const { reportingCurrency, valuationDate } = setting;
  const planIn = (market: BookMarket): PricingPlan => pricingPlan(type, terms, { ...setting, market });
  const valueIn = async ({ fx }: BookMarket, moved: PricingPlan): Promise<number> =>
    (await closedFormPrice(moved, valuationDate)) * spotOf(fx, moved.currency ?? reportingCurrency, reportingCurrency)!;
  const unmoved = JSON.stringify(plan);
  const sums = openSums();
  for (const { scale, market, lowest = Number.POSITIVE_INFINITY, ...factor } of factorsOf(terms, plan, setting)) {
    const down = lowest > STEP ? -STEP : 0;
    const above = market(STEP);
    const planAbove = planIn(above);
    // The plan has of a table what is next to its expiry alone.
    if (factor.kind !== 'fx' && JSON.stringify(planAbove) === unmoved) continue;
    const below = market(down);
    const value = ((await valueIn(above, planAbove)) - (await valueIn(below, planIn(below)))) / ((STEP - down) * scale);
    if (value !== 0) sums.addTo(factor, value, STEP * scale);
  }
  return sums.list();
}

/**
 * Sensitivities of instruments that one pricer prices.
 *
 * @returns those of one unit, or a failure, per instrument in order
 */
export async function instrumentSensitivities({
  pricerId,
  instruments,
  ...setting
}: InstrumentSensitivitiesRequest): Promise<Priced<{ readonly values: readonly InstrumentSensitivities[] }>> {
  const values: InstrumentSensitivities[] = [];
  for (const { type, terms } of instruments) {
    const plan = pricingPlan(type, terms, setting);
    try {
      const { currency } = plan;
      if (currency !== undefined && spotOf(setting.market.fx, currency, setting.reportingCurrency) === undefined)
        throw invalid('/market/fx', `must lead from ${currency}, the currency of the position, to ${setting.reportingCurrency}`);
      if (!('pricerId' in plan) && !hasSurface(plan, setting)) values.push({ sensitivities: vanillaSensitivities(plan, setting) });
      else {
        const flows = 'pricerId' in plan ? linearFlows(plan, terms.index, setting.valuationDate) : undefined;
        values.push({
          sensitivities:
            flows === undefined || hasDividendsOnDates(flows, setting)
              ? await movedSensitivities(type, terms, plan, setting)
              : linearSensitivities(flows, setting),
        });
      }
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error;
      values.push(failedValue(placedFailure(plan, error)));
    }
  }
  return { pricerId, result: { values } };
}
