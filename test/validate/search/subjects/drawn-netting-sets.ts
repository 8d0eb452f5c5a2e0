/** Random netting sets: a market of two currencies and a share, trades of every kind, parties. */
import type { Data } from '../service.js';
import { MAX_STANDARD_ERRORS, type Trial } from '../subject.js';

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export const FIGURES = ['cva', 'dva', 'fca', 'fba', 'kva', 'mva'] as const;

export const SIDE: Readonly<Record<string, string>> = { payer: 'receiver', receiver: 'payer' };

export interface Market {
  readonly curves: { readonly USD: { readonly rate: number }; readonly EUR: { readonly rate: number } };
  readonly fx: { readonly EURUSD: number };
  readonly assets: {
    readonly ACME: {
      readonly currency: 'USD';
      readonly spot: number;
      readonly volatility: number;
      readonly dividend: number;
      readonly dividends?: readonly { readonly time: number; readonly proportion: number }[];
    };
  };
  readonly volatilities: { readonly EURUSD: { readonly type: 'lognormal'; readonly volatility: number } };
  readonly models: Record<'USD' | 'EUR', Record<string, unknown>>;
  readonly correlations: readonly object[];
  readonly valuationDate: string;
}

/** The part of a share that its dividends up to a time leave. */
export const partKept = ({ dividend, dividends = [] }: Market['assets']['ACME'], until: number): number =>
  dividends.reduce((part, { time, proportion }) => (time <= until ? part * (1 - proportion) : part), Math.exp(-dividend * until));

export function drawMarket(trial: Trial, { twoFactors = trial.draw.chance(0.2), still = false } = {}): Market {
  const { draw } = trial;
  const model = () => ({
    meanReversion: trial.uniform(0.01, 0.3),
    volatility: still ? 1e-9 : draw.between(0.002, 0.015),
    ...(twoFactors &&
      !still && {
        secondFactor: {
          meanReversion: trial.uniform(0.3, 0.8),
          volatility: draw.between(0.002, 0.01),
          correlation: trial.uniform(-0.8, 0.5),
        },
      }),
  });
  const loading = {
    USD: trial.uniform(-0.6, 0.6),
    EUR: trial.uniform(-0.6, 0.6),
    EURUSD: trial.uniform(-0.6, 0.6),
    ACME: trial.uniform(-0.6, 0.6),
  };
  const names = Object.keys(loading) as (keyof typeof loading)[];
  return {
    curves: { USD: { rate: trial.uniform(-0.005, 0.06) }, EUR: { rate: trial.uniform(-0.01, 0.04) } },
    fx: { EURUSD: draw.between(0.5, 2) },
    assets: {
      ACME: {
        ...{ currency: 'USD', spot: draw.between(10, 500), volatility: draw.between(0.1, 0.5), dividend: trial.uniform(0, 0.04) },
        ...(draw.chance(0.3) && {
          // Amounts in cash would not move with the spot where a netting set is run again.
          dividends: Array.from({ length: trial.whole(1, 3) }, () => ({
            time: trial.uniform(0.05, 4),
            proportion: trial.uniform(0.001, 0.05),
          })),
        }),
      },
    },
    volatilities: { EURUSD: { type: 'lognormal', volatility: draw.between(0.05, 0.25) } },
    models: { USD: model(), EUR: model() },
    correlations: names.flatMap((asset1, i) =>
      names.slice(i + 1).map((asset2) => ({ asset1, asset2, correlation: still ? 0 : loading[asset1] * loading[asset2] })),
    ),
    valuationDate: '2026-01-05',
  };
}

type Kind =
  | 'swap'
  | 'swaption'
  | 'bermudan'
  | 'forward'
  | 'fx_option'
  | 'share_forward'
  | 'share_option'
  | 'cross_currency_swap'
  | 'contract';

export const PLAIN: readonly Kind[] = ['swap', 'swaption', 'forward', 'fx_option', 'share_forward', 'share_option', 'cross_currency_swap'];

const dateAt = (years: number): string => new Date(Date.UTC(2026, 0, 5) + Math.round(365 * years) * 86_400_000).toISOString().slice(0, 10);

export function drawTrade(trial: Trial, kind: Kind, market: Market): Data {
  const { draw } = trial;
  const notional = draw.pick(1e6, draw.between(1e3, 1e9));
  const swap = {
    currency: draw.pick('USD', 'EUR'),
    notional,
    side: draw.pick('payer', 'receiver'),
    fixedRate: trial.uniform(-0.005, 0.06),
    fixedFrequency: draw.pick(1, 2),
    floatingFrequency: draw.pick(2, 4),
  };
  const { spot } = market.assets.ACME;
  const maturity = draw.pick(1, 2, trial.uniform(0.3, 5));
  const exchange = {
    buyCurrency: 'EUR',
    buyAmount: notional,
    sellCurrency: 'USD',
    sellAmount: notional * market.fx.EURUSD * trial.uniform(0.85, 1.15),
    maturity,
  };
  const shares = { underlying: 'ACME', quantity: trial.sign() * (notional / spot), strike: spot * trial.uniform(0.8, 1.2), maturity };
  switch (kind) {
    case 'swap':
      return { type: 'interest_rate_swap', ...swap, maturity: trial.whole(1, 8) };
    case 'swaption':
      return {
        type: 'swaption',
        ...swap,
        expiry: trial.whole(1, 3),
        maturity: trial.whole(4, 9),
        settlement: draw.pick('cash', 'physical'),
      };
    case 'bermudan':
      return { type: 'bermudan_swaption', ...swap, exerciseDates: [1, 2, 3], maturity: 5, settlement: draw.pick('cash', 'physical') };
    case 'forward':
      return { type: 'fx_forward', ...exchange };
    case 'fx_option':
      return { type: 'fx_option', ...exchange, optionType: trial.optionType() };
    case 'share_forward':
      return { type: 'equity_forward', ...shares };
    case 'share_option':
      return { type: 'equity_option', ...shares, optionType: trial.optionType() };
    case 'cross_currency_swap':
      return {
        ...{ type: 'cross_currency_swap', maturity: trial.whole(1, 5), frequency: draw.pick(1, 2, 4) },
        receive: { currency: 'EUR', notional, spread: trial.uniform(-0.005, 0.005) },
        pay: { currency: 'USD', notional: notional * market.fx.EURUSD, rate: trial.uniform(0, 0.05) },
      };
    case 'contract':
      return {
        type: 'contract',
        contract: { type: 'vanilla_call', underlying: 'ACME', strike: spot * trial.uniform(0.8, 1.2), expiry: dateAt(2) },
        quantity: notional / spot,
      };
  }
}

export const drawTrades = (trial: Trial, market: Market, kinds: readonly Kind[], count: number): Data[] =>
  Array.from({ length: count }, () => drawTrade(trial, trial.draw.pick(...kinds), market));

export function parties(trial: Trial) {
  return {
    counterparty: { hazardRate: trial.draw.between(1e-3, 0.2), recoveryRate: trial.uniform(0, 0.8) },
    own: { hazardRate: trial.draw.between(1e-3, 0.1), recoveryRate: trial.uniform(0, 0.8) },
    funding: { borrowSpread: trial.uniform(0, 0.02), lendSpread: trial.uniform(0, 0.02) },
    capital: { costOfCapital: trial.uniform(0.05, 0.15), capitalFactor: trial.uniform(0.02, 0.1) },
  };
}

export const TIMES = [0.25, 0.5, 1, 1.5, 2, 3, 4, 5, 9.5];

export const ofPaths = (trial: Trial, numPaths = 1024) => ({ pricer: { numPaths, seed: trial.pathSeed() } });

/** Standard errors of a figure that a small part of the paths decides. */
export const within = (answer: Data, figure: string, share = 0): number =>
  MAX_STANDARD_ERRORS * answer.standardErrors[figure] + share * Math.abs(answer[figure]);

export async function valueOfTrade(trial: Trial, instrument: Data, market: Market): Promise<number> {
  if (instrument.type === 'contract') return Number.NaN;
  return (await trial.price('cross_asset_trade', { instrument, market })).price;
}
