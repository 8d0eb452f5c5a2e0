/** Trades of a netting set, as requests state them: the types of which exposure and XVA are computed. */
import { z } from 'zod';
import { oneAlternative, oneOfRequired } from '../../base/alternatives.js';
import { date, increasing, MAX_HORIZON_YEARS, underlying } from '../../base/terms.js';
import { currency } from '../../market/cross-asset-input.js';
import { strictOptionType } from '../option/vanilla.js';

/** Largest notional, amount or number of shares of one trade: far above any, and small enough that sums keep their digits. */
const MAX_AMOUNT = 1e15;
const MIN_RATE = -1;
const MAX_RATE = 10;

export const tradeId = z
  .string()
  .min(1)
  .max(100)
  .optional()
  .meta({ description: 'The caller’s own name of the trade, returned with its results' });
const years = (description: string) => z.number().positive().max(MAX_HORIZON_YEARS).meta({ description });
const maturity = years('Years to the last payment');
const amount = (description: string) => z.number().positive().max(MAX_AMOUNT).meta({ description });
const rate = (description: string) => z.number().min(MIN_RATE).max(MAX_RATE).meta({ description });
const perYear = (subject: string) =>
  z
    .int()
    .min(1)
    .max(12)
    .meta({ description: `${subject} per year, counted back from the maturity; the first period may be short` });
const quantity = (description: string) => z.number().min(-MAX_AMOUNT).max(MAX_AMOUNT).meta({ description });
const side = z.enum(['payer', 'receiver']).meta({ description: 'Whether the fixed rate is paid or received' });

const swapTerms = {
  currency,
  notional: amount('Notional of both legs'),
  side,
  fixedRate: rate('Fixed rate, decimal, simple; may be negative'),
  maturity,
  fixedFrequency: perYear('Payments of the fixed leg'),
  floatingFrequency: perYear('Payments of the floating leg'),
};

const interestRateSwap = z.strictObject({ type: z.literal('interest_rate_swap'), id: tradeId, ...swapTerms }).meta({
  id: 'InterestRateSwap',
  description: 'Fixed rate against floating rate from today, the floating rate fixed at the start of each period',
});

const settlement = z
  .enum(['cash', 'physical'])
  .default('physical')
  .meta({ description: 'cash: the value of the swap is paid at expiry; physical: the swap is entered and runs to its maturity' });
export const quantityHeld = quantity('Number held; negative if sold').default(1);
const optionsHeld = quantity('Options held; negative for options sold').default(1);

const swaptionTrade = z
  .strictObject({
    type: z.literal('swaption'),
    id: tradeId,
    ...swapTerms,
    expiry: years('Years to the expiry, when the swap starts; before maturity'),
    settlement,
    quantity: optionsHeld,
  })
  .superRefine(({ expiry, maturity }, context) => {
    if (maturity <= expiry)
      context.addIssue({
        code: 'custom',
        path: ['maturity'],
        message: `must be above ${expiry}, the expiry of the option; got ${maturity}`,
        input: maturity,
      });
  })
  .meta({ id: 'SwaptionTrade', description: 'The right to enter a swap at expiry, paying (payer) or receiving (receiver) the fixed rate' });

/** Most exercise dates of one trade: monthly for the longest horizon. */
const MAX_TRADE_EXERCISE_DATES = 1_200;
/** Years: an exercise date is the start of a period where they differ by rounding. */
export const PERIOD_ROUNDING = 1e-6;

const bermudanSwaption = z
  .strictObject({
    type: z.literal('bermudan_swaption'),
    id: tradeId,
    ...swapTerms,
    exerciseDates: z.array(years('Years')).min(1).max(MAX_TRADE_EXERCISE_DATES).superRefine(increasing('the date before it')).meta({
      description:
        'Years to the dates on which the holder may enter what is left of the swap. The swap starts at the first; each later one is the start of a period of both legs',
    }),
    settlement,
    quantity: optionsHeld,
  })
  .superRefine(({ exerciseDates, maturity, fixedFrequency, floatingFrequency }, context) => {
    exerciseDates.forEach((date, i) => {
      const fault = (message: string) => context.addIssue({ code: 'custom', path: ['exerciseDates', i], message, input: date });
      if (date > maturity - PERIOD_ROUNDING) fault(`must be before ${maturity}, the maturity of the swap; got ${date}`);
      else if (i > 0 && [fixedFrequency, floatingFrequency].some((frequency) => !isWhole((maturity - date) * frequency)))
        fault(`must be a whole number of periods of both legs before ${maturity}, the maturity of the swap; got ${date}`);
    });
  })
  .meta({
    id: 'BermudanSwaption',
    description: 'The right to enter what is left of a swap on one of several dates, paying (payer) or receiving (receiver) the fixed rate',
  });

const isWhole = (periods: number): boolean => Math.abs(periods - Math.round(periods)) < PERIOD_ROUNDING;

const legKinds = [{ required: ['rate'] }, { required: ['spread'] }] as const;
const leg = z
  .strictObject({
    currency,
    notional: amount('Notional in the currency of the leg'),
    rate: rate('Fixed rate, decimal, simple').optional(),
    spread: rate('Spread over the floating rate, decimal, simple').optional(),
  })
  .superRefine(oneAlternative(...legKinds))
  .meta({
    id: 'CrossCurrencyLeg',
    description: 'A leg that pays a fixed rate, or a floating rate and a spread',
    ...oneOfRequired(...legKinds),
  });

const differing = (one: string, other: string) => (trade: object, context: z.RefinementCtx) => {
  const [first, second] = [valueAt(trade, one), valueAt(trade, other)];
  if (first !== undefined && first === second)
    context.addIssue({ code: 'custom', path: other.split('.'), message: `must differ from ${one}; got ${second}`, input: second });
};
const valueAt = (trade: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], trade);

const crossCurrencySwap = z
  .strictObject({
    type: z.literal('cross_currency_swap'),
    id: tradeId,
    receive: leg,
    pay: leg,
    maturity,
    frequency: perYear('Payments of both legs'),
    notionalExchange: z
      .boolean()
      .default(true)
      .meta({ description: 'Whether the notionals are exchanged back at maturity; their first exchange, today, is settled' }),
    resetting: z.enum(['receive', 'pay']).optional().meta({
      description:
        'The leg whose notional is reset at the start of each period to the other notional at the exchange rate of the date, the difference being exchanged with notionalExchange. Its given notional is that of the first period. None by default',
    }),
  })
  .superRefine(differing('receive.currency', 'pay.currency'))
  .meta({
    id: 'CrossCurrencySwap',
    description: 'Interest in one currency against interest in another, on fixed notionals or with one that is reset',
  });

const exchange = {
  buyCurrency: currency,
  buyAmount: amount('Amount of the bought currency'),
  sellCurrency: currency,
  sellAmount: amount('Amount of the sold currency'),
  maturity,
};

const fxForward = z
  .strictObject({ type: z.literal('fx_forward'), id: tradeId, ...exchange })
  .superRefine(differing('buyCurrency', 'sellCurrency'))
  .meta({ id: 'FxForward', description: 'One amount bought for another at maturity' });

const datedExchange = z
  .strictObject({ ...exchange, maturity: date.meta({ description: 'Date of the exchange' }) })
  .superRefine(differing('buyCurrency', 'sellCurrency'));

/** Two exchanges of currencies by their dates, of which the near one may have been made. */
export const fxSwap = z.strictObject({ near: datedExchange, far: datedExchange }).superRefine(({ near, far }, context) => {
  if (far.maturity <= near.maturity)
    context.addIssue({
      code: 'custom',
      path: ['far', 'maturity'],
      message: `must be after ${near.maturity}, the near date; got ${far.maturity}`,
      input: far.maturity,
    });
});

const fxOption = z
  .strictObject({
    type: z.literal('fx_option'),
    id: tradeId,
    ...exchange,
    optionType: strictOptionType.meta({
      description: 'call: the right to buy the bought amount for the sold amount; put: the right to the opposite exchange',
    }),
    quantity: quantity('Options held; negative for options sold').default(1),
  })
  .superRefine(differing('buyCurrency', 'sellCurrency'))
  .meta({ id: 'FxOption', description: 'European option on an exchange of currencies at maturity' });

const shares = {
  underlying,
  quantity: quantity('Shares per trade; negative if sold'),
  strike: amount('Strike, in the currency of the asset'),
  maturity,
};

const equityForward = z
  .strictObject({ type: z.literal('equity_forward'), id: tradeId, ...shares })
  .meta({ id: 'EquityForward', description: 'quantity · (S − strike) at maturity: bought forward where the quantity is positive' });

const equityOption = z
  .strictObject({ type: z.literal('equity_option'), id: tradeId, ...shares, optionType: strictOptionType })
  .meta({ id: 'EquityOption', description: 'European option on a share' });

/** Any trade, told apart by `type`. */
export const trade = z
  .discriminatedUnion('type', [
    interestRateSwap,
    crossCurrencySwap,
    fxForward,
    fxOption,
    equityForward,
    equityOption,
    swaptionTrade,
    bermudanSwaption,
  ])
  .meta({ id: 'Trade', description: 'A trade of a netting set' });
export type Trade = z.output<typeof trade>;
export type TradeType = Trade['type'];

/** Currencies in which a trade pays; those of shares are of the market. */
export function currenciesOf(trade: Trade): readonly string[] {
  switch (trade.type) {
    case 'interest_rate_swap':
    case 'swaption':
    case 'bermudan_swaption':
      return [trade.currency];
    case 'cross_currency_swap':
      return [trade.receive.currency, trade.pay.currency];
    case 'fx_forward':
    case 'fx_option':
      return [trade.buyCurrency, trade.sellCurrency];
    case 'equity_forward':
    case 'equity_option':
      return [];
  }
}

/** Names of the assets on which a trade depends. */
export const underlyingsOf = (trade: Trade): readonly string[] => ('underlying' in trade ? [trade.underlying] : []);

/** One trade of each type, for the documentation. */
export const tradeExamples = [
  {
    type: 'interest_rate_swap',
    id: 'swap',
    currency: 'USD',
    notional: 1e6,
    side: 'payer',
    fixedRate: 0.03,
    maturity: 5,
    fixedFrequency: 2,
    floatingFrequency: 4,
  },
  {
    type: 'swaption',
    id: 'swaption',
    currency: 'USD',
    notional: 1e6,
    side: 'receiver',
    fixedRate: 0.03,
    expiry: 2,
    maturity: 7,
    fixedFrequency: 1,
    floatingFrequency: 2,
    settlement: 'physical',
  },
  {
    type: 'cross_currency_swap',
    id: 'currencies',
    receive: { currency: 'EUR', notional: 1e6, spread: 0.001 },
    pay: { currency: 'USD', notional: 1.1e6, rate: 0.03 },
    maturity: 5,
    frequency: 2,
  },
  {
    type: 'fx_forward',
    id: 'outright',
    buyCurrency: 'EUR',
    buyAmount: 1e6,
    sellCurrency: 'USD',
    sellAmount: 1.12e6,
    maturity: 1,
  },
  {
    type: 'fx_option',
    id: 'fx-call',
    buyCurrency: 'EUR',
    buyAmount: 1e6,
    sellCurrency: 'USD',
    sellAmount: 1.1e6,
    maturity: 2,
    optionType: 'call',
  },
  { type: 'equity_forward', id: 'share-forward', underlying: 'ACME', quantity: 1000, strike: 105, maturity: 1 },
  { type: 'equity_option', id: 'share-put', underlying: 'ACME', quantity: -500, strike: 95, maturity: 2, optionType: 'put' },
  {
    type: 'cross_currency_swap',
    id: 'resetting',
    receive: { currency: 'EUR', notional: 1e6, spread: -0.001 },
    pay: { currency: 'USD', notional: 1.09e6, spread: 0 },
    maturity: 4,
    frequency: 4,
    resetting: 'pay',
  },
  {
    type: 'bermudan_swaption',
    id: 'bermudan',
    currency: 'USD',
    notional: 1e6,
    side: 'payer',
    fixedRate: 0.031,
    exerciseDates: [1, 2, 3, 4, 5],
    maturity: 6,
    fixedFrequency: 1,
    floatingFrequency: 2,
    settlement: 'physical',
  },
] as const satisfies readonly z.input<typeof trade>[];
