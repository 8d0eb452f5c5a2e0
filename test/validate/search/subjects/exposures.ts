/** Exposures: closed forms of single trades, and means that are known. */
import { black } from '../reference-formulas.js';
import type { Data } from '../service.js';
import { MAX_STANDARD_ERRORS, type Subject, type Trial } from '../subject.js';
import { drawMarket, drawTrade, type Market, ofPaths, partKept, SIDE, sum, valueOfTrade } from './drawn-netting-sets.js';

/** Trades whose exposure has a closed form. */
async function judgeClosedForms(trial: Trial): Promise<void> {
  const { draw } = trial;
  const still = drawMarket(trial, { still: true });
  const { rate } = still.curves.USD;
  const times = [0.25, 0.5, 1, 2];
  const run = (trades: readonly Data[], market: Market) =>
    trial.ask('riskExposure', { trades, market, exposureTimes: times, ...ofPaths(trial, 4096) });
  const check = (label: string, { exposure }: Data, notional: number, expected: (time: number) => number, field: 'ee' | 'nee' = 'ee') => {
    for (const point of exposure) {
      if (point.time > 2) continue;
      const exact = expected(point.time);
      trial.close(
        `${label} before payments`,
        point[`${field}Before`],
        exact,
        MAX_STANDARD_ERRORS * point.standardErrors[`${field}Before`] + 2e-4 * exact + 1e-5 * notional,
      );
    }
  };
  // Forwards on a share and on a currency, rates standing still: Black's formula.
  const { spot, volatility } = still.assets.ACME;
  const shares = { ...drawTrade(trial, 'share_forward', still), maturity: 2 };
  const shareForward = (t: number) => {
    const forward = spot * Math.exp(rate * 2) * partKept(still.assets.ACME, 2);
    return (
      Math.abs(shares.quantity) *
      Math.exp(-rate * (2 - t)) *
      black(forward, shares.strike, volatility * Math.sqrt(t), Math.sign(shares.quantity))
    );
  };
  check('exposure of a share forward', await run([shares], still), Math.abs(shares.quantity) * spot, shareForward);
  const exchange = { ...drawTrade(trial, 'forward', still), maturity: 2 };
  const { EUR } = still.curves;
  const fxForward = (sign: 1 | -1) => (t: number) => {
    const forward = still.fx.EURUSD * Math.exp((rate - EUR.rate) * 2);
    return (
      exchange.buyAmount *
      Math.exp(-rate * (2 - t)) *
      black(forward, exchange.sellAmount / exchange.buyAmount, still.volatilities.EURUSD.volatility * Math.sqrt(t), sign)
    );
  };
  const outright = await run([exchange], still);
  check('exposure of an outright', outright, exchange.sellAmount, fxForward(1));
  check('negative exposure of an outright', outright, exchange.sellAmount, fxForward(-1), 'nee');
  // A long option is exposed to its value, whatever the model.
  const market = drawMarket(trial);
  const grown = (t: number) => Math.exp(market.curves.USD.rate * t);
  for (const kind of [draw.pick('fx_option' as const, 'share_option' as const), 'swaption' as const]) {
    const drawn = drawTrade(trial, kind, market);
    const long =
      kind === 'swaption'
        ? { ...drawn, currency: 'USD', expiry: 2, settlement: 'cash' }
        : { ...drawn, maturity: 2, ...(kind === 'share_option' && { quantity: Math.abs(drawn.quantity) }) };
    const value = await valueOfTrade(trial, long, market);
    check(
      `exposure of a long ${kind}`,
      await run([long], market),
      long.notional ?? long.sellAmount ?? long.quantity * long.strike,
      (t) => value * grown(t),
    );
  }
  // A swap at a date of its payments is worth the swaption on what is left.
  const swap = { ...drawTrade(trial, 'swap', market), currency: 'USD', maturity: 6, fixedFrequency: 1, floatingFrequency: 2 };
  const { type: _, ...terms } = swap;
  const expiry = draw.pick(1, 2);
  const exposed = await run([swap], market);
  const point = exposed.exposure.find(({ time }: Data) => time === expiry);
  for (const [field, side] of [
    ['ee', swap.side],
    ['nee', SIDE[swap.side]],
  ] as const) {
    const value = (await valueOfTrade(trial, { ...terms, side, type: 'swaption', expiry }, market)) * grown(expiry);
    trial.close(
      `exposure of a swap is a swaption (${field})`,
      point[field],
      value,
      MAX_STANDARD_ERRORS * point.standardErrors[field] + 1e-5 * swap.notional,
    );
  }
}

/** E V(t), discounted, is today's value less what is paid until then. */
async function judgeMartingale(trial: Trial): Promise<void> {
  const market = drawMarket(trial);
  const swap = drawTrade(trial, 'swap', market);
  const late = [
    drawTrade(trial, 'fx_option', market),
    drawTrade(trial, 'share_option', market),
    drawTrade(trial, 'forward', market),
    drawTrade(trial, 'share_forward', market),
  ].map((trade) => ({ ...trade, maturity: 4 }));
  const kind = trial.draw.pick('bermudan' as const, 'swaption' as const);
  const early =
    kind === 'bermudan'
      ? { ...drawTrade(trial, kind, market), exerciseDates: [3, 4] }
      : { ...drawTrade(trial, kind, market), expiry: 3, maturity: 6 };
  const trades = trial.draw.pick(late, [...late, early], [early]);
  const { exposure, value } = await trial.ask('riskExposure', { trades, market, exposureTimes: [0.5, 1, 2.5], ...ofPaths(trial, 2048) });
  // Hardly a path of two thousand ends in the money of an option that is worth less than this, and their spread is no measure of its error.
  const least =
    1e-5 * sum(trades.map(({ notional, sellAmount, quantity, strike }) => notional ?? sellAmount ?? Math.abs(quantity) * strike));
  for (const { time, ee, nee, standardErrors } of exposure) {
    if (time > 2.5) continue;
    const grown = value * Math.exp(market.curves.USD.rate * time);
    // Both are measured on the same paths, so that the error of the difference is at most the sum.
    trial.close(
      'the mean of what nothing is paid of is its value',
      ee - nee,
      grown,
      MAX_STANDARD_ERRORS * (standardErrors.ee + standardErrors.nee) * 0.7 + 1e-4 * Math.abs(grown) + least,
    );
  }
  // The annuity of a swap's remaining payments, by the curve alone.
  const { curves } = market;
  const inUsd = { ...swap, currency: 'USD', maturity: 5, fixedFrequency: 2, floatingFrequency: 2 };
  const profile = await trial.ask('riskExposure', { trades: [inUsd], market, exposureTimes: [1, 2, 3.5], ...ofPaths(trial, 2048) });
  const P = (t: number) => Math.exp(-curves.USD.rate * t);
  for (const { time, ee, nee, standardErrors } of profile.exposure) {
    if (time > 3.5) continue;
    const dates = Array.from({ length: 10 }, (_, i) => (i + 1) / 2).filter((t) => t > time + 1e-9);
    const payer = inUsd.notional * (P(time) - P(5) - inUsd.fixedRate * sum(dates.map((t) => 0.5 * P(t))));
    const mean = ((inUsd.side === 'payer' ? 1 : -1) * payer) / P(time);
    trial.close(
      'the mean of a swap is its forward value',
      ee - nee,
      mean,
      MAX_STANDARD_ERRORS * (standardErrors.ee + standardErrors.nee) + 1e-6 * inUsd.notional,
    );
  }
}

export const exposureSubjects: readonly Subject[] = [
  { name: 'exposures in closed form', operations: ['riskExposure'], judge: judgeClosedForms },
  { name: 'exposures as martingales', operations: ['riskExposure'], judge: judgeMartingale },
];
