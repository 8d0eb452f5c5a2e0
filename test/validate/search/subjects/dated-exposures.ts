/**
 * Exposures of trades by their dates: their means against the cash flows that the valuation of the same positions reports, and those of caps
 * less floors against a swap.
 */
import type { Data } from '../service.js';
import { MAX_STANDARD_ERRORS, type Subject, type Trial } from '../subject.js';
import { CURRENCIES, dayAt, drawBookMarket, drawPosition } from './drawn-instruments.js';
import { ofPaths, sum } from './drawn-netting-sets.js';

const SIMULATED = ['interest_rate_swap', 'basis_swap', 'zero_coupon_swap', 'cross_currency_swap', 'fx_forward', 'fra'];
/** A payment that is late by some days has a convexity that the forward rates of today leave out; of the notional. */
const DELAY = 3e-5;
const ROUNDING = 1e-9;

/** The part of a book's market by which netting sets move. */
function movingMarket({ volatilities, credit: _, ...market }: Data): Data {
  const ofTrades = Object.entries(volatilities).filter(([name]) => /^[A-Z]{3}([A-Z]{3})?$/.test(name));
  return { ...market, volatilities: Object.fromEntries(ofTrades) };
}

async function judgeDatedExposures(trial: Trial): Promise<void> {
  const market = drawBookMarket(trial);
  const reportingCurrency = trial.draw.pick(...CURRENCIES);
  const trades = Array.from({ length: trial.whole(1, 3) }, (_, i) => drawPosition(trial, `trade ${i}`, SIMULATED));
  const size = sum(
    trades.map(({ quantity, notional = 0, buyAmount = notional, receive = {}, pay = receive }: Data) =>
      Math.abs(quantity * Math.max(receive.notional ?? 0, pay.notional ?? 0, buyAmount) * 2),
    ),
  );
  const dates = [trial.uniform(0.02, 0.5), trial.uniform(0.6, 2), trial.uniform(2.1, 6)].map(dayAt);
  const yearsTo = (date: string): number => (Date.parse(date) - Date.parse(market.valuationDate)) / 86_400_000 / 365;
  const { value, exposure } = await trial.ask('riskExposure', {
    ...{ trades, market: movingMarket(market), reportingCurrency, exposureTimes: dates.map(yearsTo) },
    ...ofPaths(trial, 2048),
  });
  const book = await trial.ask('portfolioPrice', { positions: trades, market, reportingCurrency, cashflows: true });
  trial.close('the value today is the price of the book', value, book.totalValue, ROUNDING * size);

  const flows: Data[] = book.positions.flatMap(({ cashflows = [] }: Data) => cashflows);
  // A rate agreement has no cash flow that is known before it is settled, and none after.
  const agreements = trades.flatMap(({ type, startDate }, i) =>
    type === 'fra' ? [{ settled: startDate, value: book.positions[i].valueInReporting }] : [],
  );
  const bond = (currency: string, maturity: string) => ({ type: 'zero_coupon_bond', currency, maturity, faceValue: 1 });
  const bonds = [...flows.map(({ currency, date }) => bond(currency, date)), ...dates.map((date) => bond(reportingCurrency, date))];
  const priced = await trial.ask('portfolioPrice', { positions: bonds, market, reportingCurrency });
  const worth: number[] = priced.positions.map((each: Data) => each.valueInReporting);
  dates.forEach((date, i) => {
    const { ee, nee, standardErrors } = exposure[i];
    const unsettled = sum(agreements.map(({ settled, value }) => (settled > date ? value : 0)));
    const unpaid = unsettled + sum(flows.map((flow, k) => (flow.date > date ? flow.amount * worth[k]! : 0)));
    trial.close(
      'the mean of an exposure is what is paid after it',
      ee - nee,
      unpaid / worth[flows.length + i]!,
      MAX_STANDARD_ERRORS * (standardErrors.ee + standardErrors.nee) + DELAY * size,
    );
  });
}

/** A share of the notional: values of options are interpolated in tables. */
const INTERPOLATION = 1e-5;

/** A cap that is held and a floor that is sold pay on every path what the floating leg of a swap pays above the strike. */
async function judgeCaps(trial: Trial): Promise<void> {
  const { quantity, ...cap } = drawPosition(trial, 'cap', ['cap']);
  const { strike, frequency, type: _, id: _id, ...shared } = cap;
  const conventions = { fixedDayCount: 'ACT/360', floatingDayCount: 'ACT/360', fixedFrequency: frequency, floatingFrequency: frequency };
  const trades = [
    { ...cap, quantity },
    { ...cap, id: 'floor', type: 'floor', quantity: -quantity },
    { ...shared, ...conventions, id: 'swap', type: 'interest_rate_swap', side: 'receiver', fixedRate: strike, quantity },
  ];
  const size = Math.abs(quantity * cap.notional);
  const request = {
    ...{ market: movingMarket(drawBookMarket(trial)), reportingCurrency: cap.currency },
    ...{ exposureTimes: [trial.uniform(0.05, 0.5), trial.uniform(0.6, 2), trial.uniform(2.1, 6)], ...ofPaths(trial, 1024) },
  };
  const { value, exposure } = await trial.ask('riskExposure', { ...request, trades });
  for (const each of [value, ...exposure.flatMap(({ ee, nee }: Data) => [ee, nee])])
    trial.close('a cap less a floor is a swap', each, 0, INTERPOLATION * size);
  const alone = await trial.ask('riskExposure', { ...request, trades: trades.slice(0, 1) });
  for (const { ee, nee } of alone.exposure) trial.close('a cap is owed by one side', Math.min(ee, nee), 0, INTERPOLATION * size);
}

/** Until it can be exercised, a Bermudan swaption is on average worth what it is today, forward; and at least what the right on one of its dates is. */
async function judgeBermudans(trial: Trial): Promise<void> {
  const drawn = drawBookMarket(trial);
  // The volatility of the rates is stated or fitted.
  const models = Object.fromEntries(
    CURRENCIES.map((each) => [
      each,
      { ...drawn.models[each], ...(trial.draw.chance(0.5) && { volatility: trial.draw.between(0.002, 0.02) }) },
    ]),
  );
  const market: Data = { ...drawn, models };
  const { quantity: _, ...terms } = drawPosition(trial, 'bermudan', ['bermudan_swaption']);
  const { currency: reportingCurrency, exerciseDates, notional } = terms;
  const first = (Date.parse(exerciseDates[0]) - Date.parse(market.valuationDate)) / 86_400_000 / 365;
  const date = dayAt(first * trial.uniform(0.1, 0.9));
  const time = (Date.parse(date) - Date.parse(market.valuationDate)) / 86_400_000 / 365;
  const bond = { type: 'zero_coupon_bond', currency: reportingCurrency, maturity: date, faceValue: 1 };
  const positions = [terms, bond, { ...terms, id: 'once', exerciseDates: [trial.draw.pick(...(exerciseDates as string[]))] }];
  const { positions: priced } = await trial.ask('portfolioPrice', { positions, market, reportingCurrency });
  const [whole, worth, once] = priced.map(({ valueInReporting, error }: Data) => (error === undefined ? valueInReporting : Number.NaN));
  const { value, exposure } = await trial.ask('riskExposure', {
    ...{ trades: [{ ...terms, quantity: 1 }], market: movingMarket(market), reportingCurrency, exposureTimes: [time] },
    ...ofPaths(trial, 2048),
  });
  trial.close('the value today is the price of the book', value, whole, ROUNDING * notional);
  const [{ ee, nee, standardErrors }] = exposure;
  trial.close('nobody owes on a right', nee, 0, INTERPOLATION * notional);
  trial.close('its mean is its value, forward', ee, whole / worth, MAX_STANDARD_ERRORS * standardErrors.ee + INTERPOLATION * notional);
  // A model that is fitted follows the exercise dates.
  if (market.models[reportingCurrency].volatility !== undefined)
    trial.atLeast('more dates are worth no less', whole, once, INTERPOLATION * notional);
}

export const datedExposureSubjects: readonly Subject[] = [
  { name: 'exposures of trades by their dates', operations: ['riskExposure'], judge: judgeDatedExposures },
  { name: 'exposures of caps and floors by their dates', operations: ['riskExposure'], judge: judgeCaps },
  { name: 'Bermudan swaptions by their dates', operations: ['riskExposure', 'portfolioPrice'], judge: judgeBermudans },
];
