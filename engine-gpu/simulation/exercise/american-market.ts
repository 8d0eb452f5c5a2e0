/** The market of an American option, from a request that has its fields beside those of the option. */
import { EngineFailure, type Fault } from '../../base/failure.js';
import { refusal } from '../../base/faults.js';
import type { Market } from '../../market/market.js';
import { marketInput } from '../../market/market-input.js';
import { resolveMarket } from '../../market/resolve-market.js';
import type { AmericanPriceRequest } from '../../product/option/american.js';
import { modelOf } from '../process/index.js';

type MarketFields = Pick<AmericanPriceRequest, 'spot' | 'rate' | 'dividend' | 'dividends' | 'volatility' | 'volatilitySurface' | 'model'>;

/** @throws EngineFailure `invalid` with the faults of the market */
export function marketOf({ spot, rate, dividend, dividends, volatility, volatilitySurface, model }: MarketFields, today: string): Market {
  const faults: Fault[] = [];
  const input = marketInput.parse({ spot, rate, dividend, dividends, volatility, volatilitySurface, model });
  // The request has the market's fields beside the option's, so pointers lose their /market.
  const market = resolveMarket(input, ['underlying'], today, (pointer, reason) =>
    faults.push({ pointer: pointer.replace(/^\/market/, ''), reason }),
  );
  if (faults.length > 0) throw refusal(faults);
  return market;
}

/** @throws EngineFailure `invalid` where the quotes end before the option does, at the place in the request that has them */
export function requireQuotesTo(
  { assets }: Market,
  { time, volatilitySurface }: Pick<AmericanPriceRequest, 'time' | 'volatilitySurface'>,
): void {
  if (!(time > 0)) return;
  try {
    modelOf(assets[0]!).steps(time);
  } catch (error) {
    if (!(error instanceof EngineFailure) || error.kind !== 'invalid') throw error;
    const pointer = volatilitySurface === undefined ? '/model' : '/volatilitySurface';
    throw refusal(error.faults.map(({ reason }) => ({ pointer, reason })));
  }
}
