/** Requests in which trades are what they pay, in place of the dates that they state. */
import type { NettedTrade } from '../../product/trade/contract-trade.js';
import { type StatedTrade, simulatedTrades } from '../../valuation/simulated-trade.js';
import type { ExposureRequestInput } from './requests.js';

type SimulatedTrades<Stated> = Stated extends readonly StatedTrade[] ? readonly NettedTrade[] : Stated;
type SimulatedSets<Stated> = Stated extends readonly (infer Set)[] ? readonly SimulatedRequest<Set>[] : Stated;

export type SimulatedRequest<Of> = {
  [Field in keyof Of]: Field extends 'trades' | 'newTrades'
    ? SimulatedTrades<Of[Field]>
    : Field extends 'nettingSets'
      ? SimulatedSets<Of[Field]>
      : Of[Field];
};

interface Stated extends Pick<ExposureRequestInput, 'market' | 'reportingCurrency'> {
  readonly trades?: readonly StatedTrade[] | undefined;
  readonly newTrades?: readonly StatedTrade[];
  readonly nettingSets?: readonly { readonly trades: readonly StatedTrade[] }[] | undefined;
}

/** @throws EngineFailure `invalid` with the faults of the first trade that cannot be simulated by its dates */
export function simulatedRequest<Request extends Stated>(stated: Request): SimulatedRequest<Request> {
  const { trades, newTrades, nettingSets } = stated;
  const simulated = (list: readonly StatedTrade[], place: string) => simulatedTrades(list, stated, (trade) => `${place}/${trade}`);
  return {
    ...stated,
    ...(trades && { trades: simulated(trades, '/trades') }),
    ...(newTrades && { newTrades: simulated(newTrades, '/newTrades') }),
    ...(nettingSets && {
      nettingSets: nettingSets.map((set, i) => ({ ...set, trades: simulated(set.trades, `/nettingSets/${i}/trades`) })),
    }),
  } as SimulatedRequest<Request>;
}
