/** Trades of netting sets are priced alone, each in its own currency. */
import { invalid } from '../base/failure.js';
import { parse } from '../base/faults.js';
import type { Years } from '../base/units.js';
import type { BookMarket } from '../market/book-market.js';
import { hasSmiles, hasTenors, PAIR } from '../market/cross-asset-input.js';
import { untilTime } from '../market/rate-volatilities.js';
import { besideTime } from '../market/share-surface.js';
import { currenciesOf, type Trade, trade, underlyingsOf } from '../product/trade/trade.js';
import { act365f } from '../time/date.js';
import {
  assetIn,
  type BookSetting,
  curveIn,
  defaultReportingCurrency,
  INSTRUMENT,
  type PricingPlan,
  required,
  type Terms,
  timed,
} from './pricing-plan.js';

/** The types whose own quantity multiplies, of which one is priced. */
const WITH_QUANTITY: ReadonlySet<string> = new Set(['swaption', 'bermudan_swaption', 'fx_option', 'equity_forward', 'equity_option']);
/** The types whose last payment may be given as a date, and the other name of that field. */
const DATED_MATURITY: Readonly<Record<string, string>> = {
  fx_forward: 'deliveryDate',
  fx_option: 'expiry',
  equity_forward: 'expiry',
  equity_option: 'expiry',
};

/** A trade of xva/calculate, valued alone in its own currency; one that pays in several, in the reporting currency. */
export function tradePlan(terms: Terms, setting: BookSetting): PricingPlan {
  const market = required(setting);
  const { valuationDate } = setting;
  const type = String(terms.type);
  const alias = DATED_MATURITY[type];
  const stated = alias === undefined ? terms : timed(terms, 'maturity', alias, valuationDate);
  const instrument = parse(trade, WITH_QUANTITY.has(type) ? { ...stated, quantity: 1 } : stated);
  const currency = currencyOf(instrument, setting);
  const { curves, fx, assets, volatilities, correlations, projectionCurves, models } = market;
  // Only options, and notionals that are reset, depend on how rates move; an option on a smile does not.
  const dependsOnRates = (hasChoice(instrument) || isReset(instrument)) && !isOnSmile(instrument, volatilities);
  const whoseRatesMove = dependsOnRates ? [currency, ...currenciesOf(instrument)] : [];
  return {
    currency,
    underlying: underlyingsOf(instrument)[0],
    places: INSTRUMENT,
    pricerId: 'cross_asset_trade',
    instrument,
    market: {
      curves: { [currency]: curveIn(market, currency), ...curves },
      ...(projectionCurves && { projectionCurves }),
      ...{ fx, assets: assetsFor(instrument, assets), correlations, valuationDate },
      volatilities: volatilitiesUntil(
        Object.fromEntries(Object.entries(volatilities).filter(([name]) => PAIR.test(name) || whoseRatesMove.includes(name))),
        instrument.maturity,
      ),
      models: dependsOnRates ? models : {},
    },
  };
}

/** A Bermudan swaption by its dates, with the curves, the volatilities and the model of its currency. */
export function datedBermudanPlan({ type: _, ...terms }: Terms, setting: BookSetting): PricingPlan {
  const market = required(setting);
  const { valuationDate } = setting;
  const { currency = defaultReportingCurrency(setting), index, exerciseDates } = terms;
  if (typeof currency !== 'string') throw invalid('/currency', `must be a currency; got ${JSON.stringify(currency)}`);
  const { projections, projectionCurves, volatilities, models } = market;
  const [startDate, lastExercise] = Array.isArray(exerciseDates) ? [exerciseDates[0], exerciseDates.at(-1)] : [];
  // The pricer refuses a list without a date.
  const lastTime = typeof lastExercise === 'string' ? act365f(valuationDate, lastExercise) : Number.NaN;
  const only = <Value>(values: Readonly<Record<string, Value>>, name: unknown): Record<string, Value> =>
    typeof name === 'string' && Object.hasOwn(values, name) ? { [name]: values[name]! } : {};
  return {
    currency,
    places: INSTRUMENT,
    pricerId: 'rates_bermudan_swaption',
    instrument: { ...(startDate !== undefined && { startDate }), ...terms, currency },
    market: {
      ...{ curves: { [currency]: curveIn(market, currency) }, projections: only(projections, index), valuationDate },
      ...(projectionCurves && { projectionCurves: only(projectionCurves, currency) }),
      ...{ volatilities: volatilitiesUntil(only(volatilities, currency), lastTime), models: only(models, currency) },
    },
  };
}

/** Volatilities without the expiries of swaptions on which nothing until a time depends: each trade of a book has a copy. */
const volatilitiesUntil = (volatilities: BookMarket['volatilities'], time: Years): BookMarket['volatilities'] =>
  Object.fromEntries(
    Object.entries(volatilities).map(([name, quote]) => [name, hasTenors(quote) && time >= 0 ? untilTime(quote, time) : quote]),
  );

/** The assets with what the trade needs of their volatilities. Correlations may name assets that it does not observe. */
function assetsFor(instrument: Trade, assets: BookMarket['assets']): BookMarket['assets'] {
  const observed = underlyingsOf(instrument);
  return Object.fromEntries(
    Object.entries(assets).map(([name, asset]) => {
      const { surface, ...stated } = asset;
      if (surface === undefined) return [name, asset];
      return [
        name,
        observed.includes(name) ? { ...stated, surface: besideTime(surface, instrument.maturity) } : { ...stated, volatility: 0 },
      ];
    }),
  );
}

const isOnSmile = (instrument: Trade, volatilities: BookMarket['volatilities']): boolean => {
  if (instrument.type !== 'fx_option') return false;
  const { buyCurrency, sellCurrency } = instrument;
  return [buyCurrency + sellCurrency, sellCurrency + buyCurrency].some((pair) => volatilities[pair] && hasSmiles(volatilities[pair]));
};
const hasChoice = ({ type }: Trade): boolean =>
  type === 'swaption' || type === 'bermudan_swaption' || type === 'fx_option' || type === 'equity_option';
const isReset = (instrument: Trade): boolean => instrument.type === 'cross_currency_swap' && instrument.resetting !== undefined;

function currencyOf(instrument: Trade, setting: BookSetting): string {
  const market = required(setting);
  const reporting = defaultReportingCurrency(setting)!;
  switch (instrument.type) {
    case 'interest_rate_swap':
    case 'swaption':
    case 'bermudan_swaption':
      return instrument.currency;
    case 'equity_forward':
    case 'equity_option':
      return assetIn(market, instrument.underlying).currency ?? reporting;
    default:
      return reporting;
  }
}
