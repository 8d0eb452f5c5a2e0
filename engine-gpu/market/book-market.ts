/** The market of a book: that of a netting set, with projection curves and fixings by index, credit by name and the volatilities of caps. */
import { z } from 'zod';
import { oneAlternative, oneOfRequired } from '../base/alternatives.js';
import { stored } from '../base/stored.js';
import { date } from '../base/terms.js';
import { flatHazard, hazardCurve, recovery } from './credit.js';
import {
  crossAssetMarket,
  fittingNames,
  hasSmiles,
  limited,
  MAX_MARKET_NAMES,
  type MarketVolatility,
  marketVolatility,
  marketName as name,
  projectionsByIndex,
} from './cross-asset-input.js';
import { curveInput, type RatesInput } from './curve-input.js';
import { flatRate } from './fields.js';

/** Daily fixings of forty years. */
const MAX_FIXINGS = 10_000;
/** Relative difference of an exchange rate from that which two others imply, up to which quotes of different moments agree. */
const MAX_TRIANGLE_GAP = 1e-3;

const curve = z.union([z.strictObject({ rate: flatRate }), curveInput]);

const credit = stored(
  'credit',
  z
    .strictObject({ hazardRate: flatHazard.optional(), hazardCurve: hazardCurve.optional(), recoveryRate: recovery })
    .superRefine(oneAlternative({ required: ['hazardRate'] }, { required: ['hazardCurve'] }))
    .meta({
      id: 'IssuerCredit',
      description: 'Default intensity of an issuer, constant or by time, and the recovery at default',
      ...oneOfRequired({ required: ['hazardRate'] }, { required: ['hazardCurve'] }),
    }),
);

export const bookMarket = z
  .strictObject({
    ...crossAssetMarket.shape,
    projections: projectionsByIndex.default({}),
    volatilities: limited(name, marketVolatility, MAX_MARKET_NAMES).superRefine(fittingNames).default({}).meta({
      description:
        'By currency: of its swaptions, one, or a matrix or cube by expiry and tenor; by index: of its caps and floors, one, or by expiry and strike; by pair: of the exchange rate, lognormal, or its smiles by expiry',
    }),
    credit: limited(name, credit, MAX_MARKET_NAMES).default({}).meta({ description: 'By issuer' }),
    fixings: limited(
      name,
      stored(
        'bookFixings',
        z
          .array(z.strictObject({ date, value: z.number().meta({ description: 'Rate, decimal; of an asset, its level' }) }))
          .max(MAX_FIXINGS),
      ),
      MAX_MARKET_NAMES,
    )
      .default({})
      .meta({ description: 'Past values by index or asset: each period of a living trade that has begun needs those of its fixing dates' }),
  })
  .superRefine(({ fx }, context) => {
    for (const { pairs, gap } of contradictions(fx))
      for (const pair of pairs)
        context.addIssue({
          code: 'custom',
          path: ['fx', pair],
          message: `must fit ${pairs.filter((each) => each !== pair).join(' and ')} within ${MAX_TRIANGLE_GAP}; the rates miss each other by ${gap.toExponential(1)}`,
          input: fx[pair],
        });
  })
  .meta({
    id: 'BookMarket',
    description:
      'The market of a book of instruments in several currencies. Three exchange rates that form a triangle must agree within 0.1 %',
  });
export type BookMarket = z.output<typeof bookMarket>;

/** True of volatilities in the units of lognormal ones, as smiles of exchange rates are. */
export const isLognormal = (quote: MarketVolatility): boolean => hasSmiles(quote) || quote.type === 'lognormal';

const { curves, projectionCurves, fx, valuationDate } = crossAssetMarket.shape;
const { projections, fixings } = bookMarket.shape;

/** The part of the market of a book that prices legs. */
export const legsMarket = z.strictObject({ curves, projectionCurves, projections, fx, fixings, valuationDate }).meta({
  id: 'LegsMarket',
  description:
    'Curves by currency, projection curves by index, exchange rates and past fixings; amounts are in the currency of the first curve',
  examples: [
    {
      ...{ valuationDate: '2026-03-02', curves: { EUR: { rate: 0.022 } }, projections: { 'EURIBOR-3M': { rate: 0.024 } } },
      fixings: { 'EURIBOR-3M': [{ date: '2025-12-15', value: 0.0205 }] },
    },
  ],
});

/** The curve of a currency or an index, as pricers on one currency take it. */
export const ratesOf = (input: z.output<typeof curve>): RatesInput => ('rate' in input ? input : { curve: input });

interface Contradiction {
  readonly pairs: readonly string[];
  /** Relative difference of what the pairs make of a unit that is exchanged around them, from 1. */
  readonly gap: number;
}

/** Two or three quoted pairs that lead from a currency back to itself and do not come out at 1. */
function contradictions(fx: Readonly<Record<string, number>>): Contradiction[] {
  const pairs = Object.keys(fx);
  const legs = pairs.flatMap((pair) => {
    const [one, other] = [pair.slice(0, 3), pair.slice(3)];
    return [
      { pair, from: one, to: other, rate: fx[pair]! },
      { pair, from: other, to: one, rate: 1 / fx[pair]! },
    ];
  });
  const byPairs = new Map<string, Contradiction>();
  const judge = (named: readonly string[], rate: number): void => {
    const gap = Math.abs(rate - 1);
    if (gap > MAX_TRIANGLE_GAP) byPairs.set([...named].sort().join(' '), { pairs: named, gap });
  };
  for (const first of legs)
    for (const second of legs) {
      if (second.from !== first.to || second.pair === first.pair) continue;
      if (second.to === first.from) judge([first.pair, second.pair], first.rate * second.rate);
      for (const third of legs)
        if (third.from === second.to && third.to === first.from && third.pair !== first.pair && third.pair !== second.pair)
          judge([first.pair, second.pair, third.pair], first.rate * second.rate * third.rate);
    }
  return [...byPairs.values()];
}
