/** Turns the market of a request into the numbers that a contract needs from it. */
import { pointerPart } from '../base/faults.js';
import type { Price, Rate, Volatility } from '../base/units.js';
import { holdsCash, reportCashFaults } from './cash-dividends.js';
import type { Curve } from './curve.js';
import { type Report, resolveCurve } from './curve-input.js';
import { type DividendsInput, dividendsOf } from './dividend-input.js';
import { carriesVolatility, type ModelInput } from './equity-model-input.js';
import { type AssetTerms, forwardOf, type Market } from './market.js';
import type { MarketInput } from './market-input.js';
import { localVolOf } from './quoted-local-volatility.js';
import { resolveCorrelation } from './resolve-correlation.js';
import { converted, convertedCorrelations, foreignCurrencies, pairNames, type StatedAsset } from './resolve-currencies.js';
import { surface } from './surface.js';
import { arbitrageFaults } from './surface-arbitrage.js';
import type { SurfaceInput } from './surface-input.js';
import type { TermVolatility } from './term-volatility.js';

/**
 * The named assets, in that order, with their correlations and the curve. Other assets of the market are ignored.
 *
 * @param report  receives faults with pointers that start at `/market`; if there is any, the result must not be used
 */
export function resolveMarket(input: MarketInput, names: readonly string[], valuationDate: string, report: Report): Market {
  const curve = resolveCurve(input, valuationDate, report, '/market/curve');
  const stated = resolveAssets(input, names, curve, valuationDate, report);
  const currencies = foreignCurrencies(stated);
  const home = input.currency ?? '';
  const drivers = [
    ...stated.map(({ asset: { name } }) => ({ name })),
    ...currencies.map((currency) => ({ name: currency + home, others: pairNames(currency, home) })),
  ];
  const repair = input.correlationRepair !== undefined;
  const { matrix, repaired } = resolveCorrelation(input.correlations ?? [], drivers, repair, report);
  const converts = currencies.length > 0;
  const assets = stated.map((one, i) => {
    const rate = one.foreign === undefined ? 0 : matrix[i]![stated.length + currencies.indexOf(one.foreign.currency)]!;
    return converted(one, rate, input, valuationDate, report);
  });
  return {
    valuationDate,
    curve,
    assets,
    correlation: converts ? convertedCorrelations(matrix, stated, input, report) : matrix,
    ...(repaired && { repaired }),
  };
}

function resolveAssets(input: MarketInput, names: readonly string[], curve: Curve, valuationDate: string, report: Report): StatedAsset[] {
  const { spot, assets } = input;
  if (assets !== undefined)
    return names.flatMap((name) => {
      if (!Object.hasOwn(assets, name)) return [];
      const { currency, conversion, ...quoted } = assets[name]!;
      const pointer = `/market/assets/${pointerPart(name)}`;
      const asset = {
        name,
        ...termsOf(quoted, { curve: curveOfQuotes(input, currency, conversion, curve, valuationDate), valuationDate, report, at: pointer }),
      };
      return [{ asset, foreign: currency !== undefined && conversion !== undefined ? { currency, conversion } : undefined }];
    });
  if (names.length > 1) report('/market', `must give assets for ${names.join(', ')}: spot and volatility describe only one underlying`);
  if (names.length > 1 || spot === undefined) return [];
  const { dividend = 0, volatility, volatilityTermStructure, volatilitySurface, dividends, model } = input;
  const quoted = { spot, dividend, volatility, volatilityTermStructure, volatilitySurface, dividends, model };
  const terms = termsOf(quoted, { curve, valuationDate, report, at: '/market' });
  return names.map((name) => ({ asset: { name, ...terms } }));
}

/** The curve of the forwards of an asset's quotes: that of its own currency. Where the market lacks it, the conversion is refused. */
function curveOfQuotes(
  { curves }: MarketInput,
  currency: string | undefined,
  conversion: string | undefined,
  homeCurve: Curve,
  valuationDate: string,
): Curve {
  const stated = conversion === 'quanto' && currency !== undefined ? curves?.[currency] : undefined;
  // Faults of that curve are reported where the asset is converted.
  return stated === undefined ? homeCurve : resolveCurve('rate' in stated ? stated : { curve: stated }, valuationDate, () => {}, '');
}

/** An asset of a request. Exactly one of the volatilities and the model is given: the schema requires it. */
interface Quoted {
  readonly spot: Price;
  readonly dividend: Rate;
  readonly volatility?: Volatility | undefined;
  readonly volatilityTermStructure?: TermVolatility | undefined;
  readonly volatilitySurface?: SurfaceInput | undefined;
  readonly dividends?: DividendsInput | undefined;
  readonly model?: ModelInput | undefined;
}

interface Place {
  readonly curve: Curve;
  readonly valuationDate: string;
  readonly report: Report;
  /** JSON pointer to the asset. */
  readonly at: string;
}

function termsOf(stated: Quoted, { curve, valuationDate, report, at: pointer }: Place): AssetTerms {
  const { spot, dividend, volatility = Number.NaN, volatilityTermStructure, volatilitySurface, model } = stated;
  const dividends = stated.dividends?.length ? dividendsOf(stated.dividends, valuationDate, report, `${pointer}/dividends`) : undefined;
  const growth = { spot, dividend, ...(dividends && { dividends }) };
  if (volatilityTermStructure !== undefined) return { ...growth, model: { type: 'term_volatility', ...volatilityTermStructure } };
  if (volatilitySurface === undefined && !carriesVolatility(model)) return { ...growth, volatility };
  const quoted = { ...growth, curve };
  if (volatilitySurface !== undefined) return { ...growth, model: localVolOf(volatilitySurface, quoted, report, pointer) };
  if (!carriesVolatility(model)) return { ...growth, volatility };
  if (model.type !== 'local_vol') return { ...growth, model };
  if (holdsCash(quoted))
    reportCashFaults(model, quoted, report, pointer, (slice, quote) => `${pointer}/model/volatilities/${slice}/${quote}`);
  else
    for (const { pointer: place, reason } of arbitrageFaults(
      surface(model, (time) => forwardOf(curve, quoted, time)),
      '',
    ))
      report(`${pointer}/model${place}`, reason);
  return { ...growth, model: { ...model, quoted } };
}
