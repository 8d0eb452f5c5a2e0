/** The named option strategies: their terms, and the vanilla options that each consists of when held long. */
import { z } from 'zod';
import { oneAlternative, oneOfRequired } from '../../base/alternatives.js';
import { type Cases, fold } from '../../base/fold.js';
import { expiry, underlying } from '../../base/terms.js';
import { strike } from '../option/vanilla.js';

type Relation = 'below' | 'at or below';

/** Requires an order of strikes, as in `ordered('lowerStrike', 'below', 'upperStrike')`. Strikes that are left out are not compared. */
const ordered =
  (first: string, ...rest: [Relation, string, ...(Relation | string)[]]) =>
  (terms: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void => {
    let lower = first;
    for (let i = 0; i < rest.length; i += 2) {
      const [relation, upper] = [rest[i], rest[i + 1]];
      const [low, high] = [terms[lower], terms[upper!]];
      const broken = typeof low === 'number' && typeof high === 'number' && (relation === 'below' ? low >= high : low > high);
      if (broken)
        context.addIssue({ code: 'custom', path: [lower], message: `must be ${relation} ${upper}, ${high}; got ${low}`, input: low });
      lower = upper!;
    }
  };

const onExpiry = { underlying, expiry };

const straddle = z.strictObject({ strategy: z.literal('straddle'), ...onExpiry, strike });
const strangle = z
  .strictObject({ strategy: z.literal('strangle'), ...onExpiry, putStrike: strike, callStrike: strike })
  .superRefine(ordered('putStrike', 'at or below', 'callStrike'));
const bullCallSpread = z
  .strictObject({ strategy: z.literal('bull_call_spread'), ...onExpiry, lowerStrike: strike, upperStrike: strike })
  .superRefine(ordered('lowerStrike', 'below', 'upperStrike'));
const bearPutSpread = z
  .strictObject({ strategy: z.literal('bear_put_spread'), ...onExpiry, lowerStrike: strike, upperStrike: strike })
  .superRefine(ordered('lowerStrike', 'below', 'upperStrike'));
const butterfly = z
  .strictObject({ strategy: z.literal('butterfly'), ...onExpiry, lowerStrike: strike, middleStrike: strike, upperStrike: strike })
  .superRefine(ordered('lowerStrike', 'below', 'middleStrike', 'below', 'upperStrike'));
const collar = z
  .strictObject({ strategy: z.literal('collar'), ...onExpiry, putStrike: strike, callStrike: strike })
  .superRefine(ordered('putStrike', 'at or below', 'callStrike'));

const condorSpellings = [
  { required: ['putBuy', 'putSell', 'callSell', 'callBuy'] },
  { required: ['put_buy', 'put_sell', 'call_sell', 'call_buy'] },
] as const;
const condorMeta = { description: 'Four strikes, spelled in one of two ways', ...oneOfRequired(...condorSpellings) };
const ironCondorAsSent = z
  .strictObject({
    strategy: z.literal('iron_condor'),
    ...onExpiry,
    putBuy: strike.optional(),
    putSell: strike.optional(),
    callSell: strike.optional(),
    callBuy: strike.optional(),
    put_buy: strike.optional(),
    put_sell: strike.optional(),
    call_sell: strike.optional(),
    call_buy: strike.optional(),
  })
  .superRefine(oneAlternative(...condorSpellings))
  .superRefine(ordered('putBuy', 'below', 'putSell', 'at or below', 'callSell', 'below', 'callBuy'))
  .superRefine(ordered('put_buy', 'below', 'put_sell', 'at or below', 'call_sell', 'below', 'call_buy'))
  .meta(condorMeta);

/** A strike that the schema has required in one of the two spellings. */
function given(strike: number | undefined): number {
  if (strike === undefined) throw new Error('an iron condor has four strikes');
  return strike;
}

type CondorAsSent = z.output<typeof ironCondorAsSent>;
/** Converts both spellings to the first. */
const spelledOnce = <Terms extends CondorAsSent>({ put_buy, put_sell, call_sell, call_buy, ...terms }: Terms) => ({
  ...terms,
  putBuy: given(terms.putBuy ?? put_buy),
  putSell: given(terms.putSell ?? put_sell),
  callSell: given(terms.callSell ?? call_sell),
  callBuy: given(terms.callBuy ?? call_buy),
});

/** A named strategy, as strategy/price takes it. */
export const strategyTerms = z
  .discriminatedUnion('strategy', [
    straddle,
    strangle,
    bullCallSpread,
    bearPutSpread,
    ironCondorAsSent.transform(spelledOnce),
    butterfly,
    collar,
  ])
  .meta({ id: 'StrategyTerms', description: 'A named option strategy, held long' });

const type = z.literal('strategy');

/** A named strategy as a contract form. */
export const strategyContract = z
  .discriminatedUnion('strategy', [
    straddle.safeExtend({ type }),
    strangle.safeExtend({ type }),
    bullCallSpread.safeExtend({ type }),
    bearPutSpread.safeExtend({ type }),
    ironCondorAsSent.safeExtend({ type }).meta(condorMeta).transform(spelledOnce),
    butterfly.safeExtend({ type }),
    collar.safeExtend({ type }),
  ])
  .meta({ id: 'StrategyContract', description: 'A named option strategy, held long' });

export type StrategyTerms = z.output<typeof strategyTerms>;

/** A number of vanilla options with the same strike; a negative quantity is sold. */
export interface StrategyLeg {
  readonly quantity: number;
  readonly sign: 1 | -1;
  readonly strike: number;
}

const calls = (quantity: number, strike: number): StrategyLeg => ({ quantity, sign: 1, strike });
const puts = (quantity: number, strike: number): StrategyLeg => ({ quantity, sign: -1, strike });

const legs: Cases<StrategyTerms, 'strategy', readonly StrategyLeg[]> = {
  straddle: ({ strike }) => [calls(1, strike), puts(1, strike)],
  strangle: ({ putStrike, callStrike }) => [puts(1, putStrike), calls(1, callStrike)],
  bull_call_spread: ({ lowerStrike, upperStrike }) => [calls(1, lowerStrike), calls(-1, upperStrike)],
  bear_put_spread: ({ lowerStrike, upperStrike }) => [puts(1, upperStrike), puts(-1, lowerStrike)],
  iron_condor: ({ putBuy, putSell, callSell, callBuy }) => [puts(1, putBuy), puts(-1, putSell), calls(-1, callSell), calls(1, callBuy)],
  butterfly: ({ lowerStrike, middleStrike, upperStrike }) => [calls(1, lowerStrike), calls(-2, middleStrike), calls(1, upperStrike)],
  // The stock that a collar protects is not part of the contract.
  collar: ({ putStrike, callStrike }) => [puts(1, putStrike), calls(-1, callStrike)],
};

/** The vanilla legs of a strategy. */
export const strategyLegs = fold<StrategyTerms, 'strategy', readonly StrategyLeg[]>('strategy', legs);
