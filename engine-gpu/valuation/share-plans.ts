/** Options, contracts, notes and credit default swaps are priced in a market of their own, or in that of their asset and issuer. */
import { invalid } from '../base/failure.js';
import { pointerPart } from '../base/faults.js';
import { hasOneBoundary } from '../formula/american.js';
import { type BookMarket, ratesOf } from '../market/book-market.js';
import { zeroRate } from '../market/curve.js';
import { curveOf } from '../market/curve-input.js';
import { hasDividendBy } from '../market/growth.js';
import { dividendsToCome, growthOfShare, timedDividendsOf } from '../market/share-growth.js';
import { signOf } from '../product/option/vanilla.js';
import {
  assetIn,
  type BookSetting,
  curveIn,
  defaultReportingCurrency,
  INSTRUMENT,
  type InstrumentType,
  type PricingPlan,
  required,
  type Terms,
  timed,
} from './pricing-plan.js';
import { volatilityOfAsset } from './share-volatility.js';

/** A European or American option: in its own market, or in that of its asset and its asset's currency. */
export const option =
  (kind: 'vanilla' | 'american'): InstrumentType['plan'] =>
  (terms, setting) => {
    const { type: _, underlying, ...request } = timed(terms, 'time', 'expiry', setting.valuationDate);
    const named = typeof underlying === 'string' ? { underlying } : {};
    if (setting.market === undefined || request.spot !== undefined)
      return { ...named, hasOwnMarket: true, places: [], kind, request, currency: setting.reportingCurrency };
    const market = required(setting);
    const share = assetIn(market, underlying);
    const { spot, dividend, currency = defaultReportingCurrency(setting)! } = share;
    const { time, strike } = request;
    if (typeof time !== 'number' || !(time >= 0))
      throw invalid('/time', `must be a number of years, at least 0, or expiry a date; got ${String(time)}`);
    const curve = curveOf(ratesOf(curveIn(market, currency)), setting.valuationDate, `/market/curves/${currency}`);
    const volatility = volatilityOfAsset(market, String(underlying), curve, setting.valuationDate, { strike, time });
    const asset = { spot, volatility, dividend, rate: zeroRate(curve, time) };
    const { dividends = [] } = growthOfShare(share, setting.valuationDate);
    if (dividends.some((each) => hasDividendBy(each, time))) {
      const stated = { ...share, volatility, ...ratesOf(curveIn(market, currency)), valuationDate: setting.valuationDate };
      if (kind === 'vanilla') return { ...named, currency, ...withDividends(request, kind, stated, currency, String(underlying)) };
      if (isPlainAmerican(request)) {
        const { pricer: _, ...instrument } = request;
        return { ...named, currency, ...withDividends(instrument, kind, stated, currency, String(underlying)) };
      }
      const timedDividends = timedDividendsOf(share, setting.valuationDate);
      return { ...named, currency, places: [], kind, request: { ...asset, dividends: timedDividends, ...request } };
    }
    if (kind === 'american' && isPlainAmerican(request))
      return { ...named, currency, ...atAnyTime(request, asset, currency, String(underlying)) };
    return { ...named, currency, places: [], kind, request: { ...asset, ...request } };
  };

type PricerOfShare = Pick<PricingPlan, 'places'> & { readonly pricerId: string; readonly instrument: object; readonly market: object };

/** The market of an option as its pricers take it, with the currency of the share. */
type SharePlanned = BookMarket['assets'][string] & { readonly valuationDate: string };

type PlainAmerican = Terms & { readonly optionType: 'call' | 'put' };

/** True for an option that is exercised at any time in the market of its book alone; other settings and terms are those of american/price. */
function isPlainAmerican(request: Terms): request is PlainAmerican {
  const { strike: _strike, time: _time, optionType, pricer, ...further } = request;
  const { exercise, ...settings } = (pricer ?? {}) as Terms;
  if (exercise !== 'continuous' || (optionType !== 'call' && optionType !== 'put')) return false;
  return Object.keys(settings).length + Object.keys(further).length === 0;
}

/** The pricers by which american/price values it too: by the boundary's equation if there is one boundary, otherwise by finite differences. */
function atAnyTime(
  { strike, time, optionType }: PlainAmerican,
  asset: { readonly rate: number; readonly dividend: number },
  currency: string,
  underlying: string,
): PricerOfShare {
  const places = [
    ...INSTRUMENT,
    ['/market/rate', `/market/curves/${currency}`],
    ['/market', `/market/assets/${pointerPart(underlying)}`],
  ] as const;
  const instrument = { strike, time, optionType };
  if (hasOneBoundary({ ...asset, sign: signOf(optionType) })) return { places, pricerId: 'equity_american_alo', instrument, market: asset };
  return { places, pricerId: 'equity_dividends_fd', instrument: { ...instrument, exerciseStyle: 'american' }, market: asset };
}

/**
 * An option on a share with dividends on dates: a European one on the quotes of its surface, an American one on the local volatility of the surface up to
 * the last quotes and at one volatility beyond.
 */
function withDividends(
  { strike, time, optionType, ...further }: Terms,
  kind: 'vanilla' | 'american',
  { spot, dividend, dividends, volatility, surface, currency: _, ...rates }: SharePlanned,
  currency: string,
  underlying: string,
): PricerOfShare {
  const [field] = Object.keys(further);
  if (field !== undefined)
    throw invalid(`/${field}`, `must be left out: ${underlying} has dividends on dates, and the market of the book is that of the option`);
  const instrument = { strike, time, optionType: optionType === 'put' ? 'put' : 'call' };
  const american = kind === 'american';
  const isQuoted = surface !== undefined && (!american || Number(time) <= surface.expiries.at(-1)!);
  const asset = `/market/assets/${pointerPart(underlying)}`;
  return {
    places: [
      ...INSTRUMENT,
      ['/market/rate', `/market/curves/${currency}`],
      ['/market/curve', `/market/curves/${currency}`],
      ['/market/volatilitySurface', `${asset}/surface`],
      ['/market', asset],
    ],
    ...(american && isQuoted
      ? { pricerId: 'equity_american_local_vol_fd', instrument }
      : { pricerId: 'equity_dividends_fd', instrument: { ...instrument, exerciseStyle: american ? 'american' : 'european' } }),
    market: {
      spot,
      dividend,
      dividends: dividendsToCome({ dividends }, rates.valuationDate),
      ...(isQuoted ? { volatilitySurface: surface } : { volatility }),
      ...rates,
    },
  };
}

/** A contract or structured product: in its own market, or in that of the assets of one currency. */
export const simulated =
  (kind: 'contract' | 'structured'): InstrumentType['plan'] =>
  (terms, setting) => {
    const { type: _, currency: stated, ...request } = terms;
    if (request.market !== undefined) {
      const currency = (request.market as { readonly currency?: unknown } | null)?.currency ?? stated ?? setting.reportingCurrency;
      return { hasOwnMarket: true, places: [], kind, request, ...(typeof currency === 'string' && { currency }) };
    }
    const market = required(setting);
    const { valuationDate } = setting;
    const reporting = defaultReportingCurrency(setting)!;
    const currency = stated ?? reporting;
    if (typeof currency !== 'string') throw invalid('/currency', `must be a currency; got ${JSON.stringify(currency)}`);
    const assets = Object.entries(market.assets).filter(([, asset]) => (asset.currency ?? reporting) === currency);
    const names = new Set(assets.map(([name]) => name));
    return {
      currency,
      places: [
        ['/market/curve', `/market/curves/${currency}`],
        ...assets.map(([name]) => {
          const place = `/market/assets/${pointerPart(name)}`;
          return [`${place}/volatilitySurface`, `${place}/surface`] as const;
        }),
      ],
      kind,
      request: {
        ...request,
        market: {
          assets: Object.fromEntries(
            assets.map(([name, share]) => {
              const { spot, volatility, surface, dividend } = share;
              const dividends = dividendsToCome(share, valuationDate);
              const quoted = surface === undefined ? { volatility } : { volatilitySurface: surface };
              return [name, { spot, dividend, ...(dividends && { dividends }), ...quoted }];
            }),
          ),
          ...ratesOf(curveIn(market, currency)),
          correlations: market.correlations.filter(({ asset1, asset2 }) => names.has(asset1) && names.has(asset2)),
          fixings: Object.fromEntries(Object.entries(market.fixings).filter(([name]) => names.has(name))),
          valuationDate,
        },
      },
    };
  };

export function convertible(terms: Terms, setting: BookSetting): PricingPlan {
  const { type: _, underlying, issuer, ...request } = terms;
  if (request.market !== undefined)
    return { hasOwnMarket: true, places: [], kind: 'convertible', request, currency: setting.reportingCurrency };
  const market = required(setting);
  const share = assetIn(market, underlying);
  const { spot, dividend, currency = defaultReportingCurrency(setting)! } = share;
  if (dividendsToCome(share, setting.valuationDate) !== undefined)
    throw invalid('/underlying', `must have a dividend yield alone, as convertibles do; ${String(underlying)} has dividends on dates`);
  const { hazardRate, recoveryRate, hazardCurve } = creditIn(market, issuer);
  if (hazardCurve !== undefined)
    throw invalid('/issuer', `must have one default intensity in market.credit; ${String(issuer)} has a curve`);
  const { valuationDate } = setting;
  const rates = ratesOf(curveIn(market, currency));
  const curve = curveOf(rates, valuationDate, `/market/curves/${currency}`);
  const volatility = volatilityOfAsset(market, String(underlying), curve, valuationDate, conversionOf(request.bond));
  return {
    ...{ currency, underlying: underlying as string },
    places: [['/market/curve', `/market/curves/${currency}`]],
    kind: 'convertible',
    request: { ...request, market: { spot, volatility, dividend, ...rates, hazardRate, recoveryRate, valuationDate } },
  };
}

/** The price of a share at which conversion at maturity pays, and the time to it; terms that say neither are refused where the bond is priced. */
function conversionOf(bond: unknown): { readonly strike: number; readonly time: number } {
  const { faceValue, redemption = faceValue, conversionRatio, maturity } = (bond ?? {}) as Readonly<Record<string, unknown>>;
  return { strike: Number(redemption) / Number(conversionRatio), time: typeof maturity === 'number' ? maturity : 0 };
}

function creditIn({ credit }: BookMarket, issuer: unknown): BookMarket['credit'][string] {
  if (typeof issuer === 'string' && Object.hasOwn(credit, issuer)) return credit[issuer]!;
  throw invalid('/issuer', `must be one of market.credit (${Object.keys(credit).join(', ')}); got ${String(issuer)}`);
}

export function creditDefaultSwap(terms: Terms, setting: BookSetting): PricingPlan {
  const { type: _, issuer, currency: stated, ...request } = terms;
  const market = required(setting);
  const currency = stated ?? defaultReportingCurrency(setting);
  if (typeof currency !== 'string') throw invalid('/currency', `must be a currency; got ${JSON.stringify(currency)}`);
  return {
    currency,
    places: [...INSTRUMENT, ['/market/curve', `/market/curves/${currency}`]],
    pricerId: 'credit_default_swap',
    instrument: request,
    market: { ...ratesOf(curveIn(market, currency)), ...creditIn(market, issuer), valuationDate: setting.valuationDate },
  };
}

export const engine = ({ type: _, currency, ...request }: Terms, { reportingCurrency }: BookSetting): PricingPlan => ({
  ...{ hasOwnMarket: true, places: [], kind: 'engine', request },
  currency: typeof currency === 'string' ? currency : reportingCurrency,
});
