import type { Data } from '../service.js';
import { MAX_STANDARD_ERRORS, type Subject, type Trial } from '../subject.js';
import { drawMarket, drawTrades, FIGURES, ofPaths, PLAIN, parties, SIDE, sum, TIMES, valueOfTrade, within } from './drawn-netting-sets.js';

/** The profile's own dates hold the integrals: each adjustment is a sum over its buckets. */
async function judgeIntegrals(trial: Trial): Promise<void> {
  const market = drawMarket(trial);
  const trades = drawTrades(trial, market, [...PLAIN, 'bermudan'], trial.whole(1, 4));
  const terms = parties(trial);
  const integration = trial.draw.pick('mean', 'end');
  const firstToDefault = trial.draw.chance(0.4);
  const survivalWeighted = trial.draw.chance(0.4);
  const body = {
    ...{ trades, market, exposureTimes: TIMES, integration, firstToDefault, allocation: true, ...terms, ...ofPaths(trial) },
    funding: { ...terms.funding, survivalWeighted },
  };
  const xva = await trial.ask('calculateXva', body);
  const values = await Promise.all(trades.map((trade) => valueOfTrade(trial, trade, market)));
  const size = sum(
    trades.map(
      ({ notional, buyAmount, quantity, receive, strike }: Data) =>
        notional ?? buyAmount ?? receive?.notional ?? Math.abs(quantity * strike),
    ),
  );
  trial.close('has the value of its trades', xva.value, sum(values), 1e-9 * size);
  const discount = (t: number) => Math.exp(-market.curves.USD.rate * t);
  const { counterparty, own: ownCredit, funding, capital } = terms;
  const profilePoints = [{ time: 0, ee: Math.max(xva.value, 0), nee: Math.max(-xva.value, 0) }, ...xva.exposure];
  const expected = { cva: 0, dva: 0, fca: 0, fba: 0, kva: 0 };
  for (let k = 1; k < profilePoints.length; k++) {
    const [start, end] = [profilePoints[k - 1], profilePoints[k]];
    const mean = (name: 'ee' | 'nee') =>
      integration === 'end'
        ? discount(end.time) * end[name]
        : (discount(start.time) * start[name] + discount(end.time) * end[`${name}Before`]) / 2;
    const survival = (hazard: number, t: number) => Math.exp(-hazard * t);
    const [c, o] = [counterparty.hazardRate, ownCredit.hazardRate];
    const defaults = (one: number, other: number) => {
      if (!firstToDefault) return survival(one, start.time) - survival(one, end.time);
      return (survival(one + other, start.time) - survival(one + other, end.time)) * (one / (one + other));
    };
    const years = end.time - start.time;
    const funded = survivalWeighted ? years * survival(c + o, start.time) : years;
    expected.cva += (1 - counterparty.recoveryRate) * mean('ee') * defaults(c, o);
    expected.dva += (1 - ownCredit.recoveryRate) * mean('nee') * defaults(o, c);
    expected.fca += funding.borrowSpread * mean('ee') * funded;
    expected.fba += funding.lendSpread * mean('nee') * funded;
    expected.kva += capital.costOfCapital * capital.capitalFactor * mean('ee') * years;
  }
  for (const [name, amount] of Object.entries(expected))
    trial.close(`${name} is the integral of the profile`, xva[name], amount, 1e-6 * Math.abs(amount) + 1e-12 * size);
  trial.close('fva', xva.fva, xva.fca - xva.fba, 1e-12 * size);
  trial.close('total', xva.total, xva.cva - xva.dva + xva.fva + xva.kva + xva.mva, 1e-12 * size);
  for (const name of [...FIGURES, 'total']) {
    const parts = xva.allocation.map((each: Data) => each[name] ?? 0);
    trial.close(`${name} is allocated`, sum(parts), xva[name], 1e-8 * sum(parts.map(Math.abs)) + 1e-12 * size);
  }
  for (const point of xva.exposure) {
    trial.atLeast('a quantile at 99 % is above that at 95 %', point.pfe99, point.pfe95);
    trial.atLeast('exposure is positive', point.ee, 0);
  }
  // The same exposure by its own operation, and the other side of every trade.
  const exposure = await trial.ask('riskExposure', { trades, market, exposureTimes: TIMES, pricer: body.pricer });
  for (const [k, point] of exposure.exposure.entries()) {
    const ofXva = xva.exposure[k];
    const numbers = ({ ee, nee, pfe95 }: Data) => [ee, nee, pfe95];
    if (integration === 'mean') trial.identical('exposure by its own operation', numbers(point), numbers(ofXva));
    // Payments within a bucket add numbers to the paths of an exposure that is simulated before and after them.
    else
      for (const figure of ['ee', 'nee'])
        trial.close(
          'exposure by its own operation',
          point[figure],
          ofXva[figure],
          within(point, figure) + within(ofXva, figure) + 1e-5 * size,
        );
  }
  if (integration === 'mean') return;
  const { trades: _, allocation: __, exposureTimes: ___, ...profiled } = body;
  const profile = xva.exposure.map(({ time, ee, nee }: Data) => ({ time, ee, nee }));
  const { cva } = await trial.ask('calculateXva', { ...profiled, exposure: profile });
  trial.close('a profile made elsewhere has the same adjustment', cva, xva.cva, 1e-6 * xva.cva + 1e-9 * size);
}

const otherSide = (trade: Data): Data => {
  switch (trade.type) {
    case 'interest_rate_swap':
      return { ...trade, side: SIDE[trade.side] };
    case 'fx_forward':
      return {
        ...trade,
        buyCurrency: trade.sellCurrency,
        buyAmount: trade.sellAmount,
        sellCurrency: trade.buyCurrency,
        sellAmount: trade.buyAmount,
      };
    case 'cross_currency_swap':
      return { ...trade, receive: trade.pay, pay: trade.receive };
    default:
      return { ...trade, quantity: -(trade.quantity ?? 1) };
  }
};

/** Laws: the other side, larger amounts, another currency, collateral, credit that never moves. */
async function judgeLaws(trial: Trial): Promise<void> {
  const market = drawMarket(trial);
  const trades = drawTrades(
    trial,
    market,
    ['swap', 'forward', 'share_forward', 'share_option', 'cross_currency_swap', 'swaption'],
    trial.whole(1, 3),
  );
  const terms = parties(trial);
  const body = { trades, market, exposureTimes: TIMES, ...terms, ...ofPaths(trial) };
  const xva = await trial.ask('calculateXva', body);
  const mirrored = await trial.ask('calculateXva', {
    ...body,
    trades: trades.map(otherSide),
    counterparty: terms.own,
    own: terms.counterparty,
    funding: { borrowSpread: terms.funding.lendSpread, lendSpread: terms.funding.borrowSpread },
  });
  for (const [one, other] of [
    ['cva', 'dva'],
    ['dva', 'cva'],
    ['fca', 'fba'],
    ['fba', 'fca'],
  ] as const)
    trial.same(`${one} is the other party’s ${other}`, mirrored[one], xva[other], 1e-7, 1e-6 * (xva.cva + xva.dva));
  const factor = trial.draw.pick(2, 1 / 64, 1024);
  const scale = (trade: Data): Data => ({
    ...trade,
    ...(trade.notional !== undefined && { notional: factor * trade.notional }),
    ...(trade.buyAmount !== undefined && { buyAmount: factor * trade.buyAmount, sellAmount: factor * trade.sellAmount }),
    ...((trade.type === 'equity_forward' || trade.type === 'equity_option') && { quantity: factor * trade.quantity }),
    ...(trade.receive !== undefined && {
      receive: { ...trade.receive, notional: factor * trade.receive.notional },
      pay: { ...trade.pay, notional: factor * trade.pay.notional },
    }),
  });
  const larger = await trial.ask('calculateXva', { ...body, trades: trades.map(scale) });
  for (const name of [...FIGURES, 'total', 'value'])
    trial.same(`${name} scales`, larger[name], factor * xva[name], 1e-9, 1e-9 * factor * (xva.cva + xva.dva));
  const inEuro = await trial.ask('calculateXva', { ...body, reportingCurrency: 'EUR' });
  const { EURUSD } = market.fx;
  for (const name of ['cva', 'dva', 'fca', 'fba', 'kva'] as const)
    trial.close(`${name} in another currency`, inEuro[name] * EURUSD, xva[name], within(xva, name, 0.002) + EURUSD * within(inEuro, name));
  trial.close(
    'value in another currency',
    inEuro.value * EURUSD,
    xva.value,
    1e-9 * (Math.abs(xva.value) + sum(trades.map((t: Data) => t.notional ?? t.buyAmount ?? 0))),
  );
  // Collateral that is never called changes nothing, and one without a threshold leaves little.
  const uncalled = await trial.ask('calculateXva', { ...body, collateral: { threshold: 1e15, marginPeriodDays: 0 } });
  trial.same('collateral beyond every exposure', uncalled.cva, xva.cva, 1e-6, within(xva, 'cva'));
  const called = await trial.ask('calculateXva', { ...body, collateral: { threshold: 0, marginPeriodDays: 0 } });
  trial.close(
    'collateral without a margin period leaves nothing after payments',
    sum(called.exposure.map(({ ee }: Data) => ee)),
    0,
    1e-9 * (sum(xva.exposure.map(({ ee, nee }: Data) => ee + nee)) + 1),
  );
  // A threshold moves the exposure by no more than itself.
  const threshold = xva.exposure[1].ee * trial.uniform(0.2, 2) + 1;
  const part = await trial.ask('riskExposure', {
    trades,
    market,
    exposureTimes: TIMES,
    pricer: body.pricer,
    collateral: { threshold, marginPeriodDays: 0 },
  });
  // The weights of paths have mean 1 but for the error of their number.
  for (const [k, { ee, standardErrors }] of part.exposure.entries())
    trial.atLeast(
      'exposure up to a threshold',
      Math.min(threshold, xva.exposure[k].ee) * (1 + 1e-9) + 1e-6 * threshold + MAX_STANDARD_ERRORS * standardErrors.ee,
      ee,
    );
  const blocks = await trial.askInBlocks('calculateXva', body);
  trial.identical(
    'a job is the call, to the bit',
    [blocks.cva, blocks.total, blocks.standardErrors],
    [xva.cva, xva.total, xva.standardErrors],
  );
}

/** Increments: what is added is the difference of two netting sets. */
async function judgeIncrements(trial: Trial): Promise<void> {
  const market = drawMarket(trial);
  const trades = drawTrades(trial, market, PLAIN, trial.whole(1, 2));
  const newTrades = drawTrades(trial, market, trial.draw.chance(0.2) ? ['contract'] : PLAIN, 1);
  const body = { market, exposureTimes: TIMES, ...parties(trial), ...ofPaths(trial) };
  const added = await trial.ask('incrementalXva', { ...body, trades, newTrades });
  const withoutNew = await trial.ask('calculateXva', { ...body, trades });
  const withNew = await trial.ask('calculateXva', { ...body, trades: [...trades, ...newTrades] });
  const size = withNew.cva + withNew.dva + withoutNew.cva + withoutNew.dva;
  for (const name of [...FIGURES, 'total'] as const) {
    trial.close(`${name} added`, added[name], added.after[name] - added.before[name], 1e-9 * size);
    trial.close(
      `${name} before`,
      added.before[name],
      withoutNew[name],
      within(withoutNew, name) + within(added.before, name) + 1e-9 * size,
    );
    trial.close(`${name} after`, added.after[name], withNew[name], 0.5 * (within(withNew, name) + within(added.after, name)) + 1e-9 * size);
  }
  // Several sets that are not netted: expectations add up.
  const sets = await trial.ask('riskExposure', {
    nettingSets: [{ trades }, { trades: newTrades }],
    market,
    exposureTimes: TIMES,
    pricer: body.pricer,
  });
  const [one, other] = [
    await trial.ask('riskExposure', { trades, market, exposureTimes: TIMES, pricer: body.pricer }),
    await trial.ask('riskExposure', { trades: newTrades, market, exposureTimes: TIMES, pricer: body.pricer }),
  ];
  for (const [k, { ee, nee, standardErrors }] of sets.exposure.entries()) {
    const [a, b] = [one.exposure[k], other.exposure[k]];
    if (a === undefined || b === undefined) continue;
    const slack = (field: 'ee' | 'nee') =>
      MAX_STANDARD_ERRORS * (standardErrors[field] + a.standardErrors[field] + b.standardErrors[field]) * 0.6 + 1e-9 * size;
    trial.close('exposures of sets add up', ee, a.ee + b.ee, slack('ee'));
    trial.close('negative exposures of sets add up', nee, a.nee + b.nee, slack('nee'));
  }
}

export const xvaSubjects: readonly Subject[] = [
  { name: 'XVA as integrals', operations: ['calculateXva', 'riskExposure'], judge: judgeIntegrals },
  { name: 'laws of XVA', operations: ['calculateXva', 'submitJob'], judge: judgeLaws },
  { name: 'XVA added by trades', operations: ['incrementalXva'], judge: judgeIncrements },
];
