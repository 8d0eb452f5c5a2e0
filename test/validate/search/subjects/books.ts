/** Books of options: values, Greeks, scenarios and explained profit and loss, each computed again from the textbook formula. */
import { blackScholes } from '../reference-formulas.js';
import type { Data } from '../service.js';
import type { Subject, Trial } from '../subject.js';
import {
  drawBook,
  FORMULA,
  GREEKS,
  greeksOf,
  namesOf,
  type Position,
  type Shock,
  sizeOf,
  sum,
  valueUnder,
  worthOf,
} from './drawn-books.js';

async function judgeValues(trial: Trial): Promise<void> {
  const positions = drawBook(trial);
  const size = sizeOf(positions);
  const priced = await trial.ask('portfolioPrice', { positions });
  trial.close('has the value of its positions', priced.totalValue, valueUnder(positions), FORMULA * size);
  trial.close('adds up by underlying', sum(priced.byUnderlying.map(({ value }: Data) => value)), priced.totalValue, 1e-14 * size);
  for (const [i, each] of priced.positions.entries()) trial.close('a position', each.value, worthOf(positions[i]!), FORMULA * size);
  const permuted = await trial.ask('portfolioPrice', { positions: positions.toReversed() });
  trial.close('does not depend on the order', permuted.totalValue, priced.totalValue, 1e-14 * size);
  const greeks = await trial.ask('portfolioGreeks', { positions });
  const alone = await greeksOf(trial, positions);
  for (const name of GREEKS) {
    const scale = sum(positions.map(({ quantity }, i) => Math.abs(quantity * alone[i][name])));
    trial.close(
      `${name} of the book`,
      sum(greeks.byUnderlying.map((each: Data) => each[name])),
      sum(positions.map(({ quantity }, i) => quantity * alone[i][name])),
      1e-9 * scale,
    );
  }
  const mixed = await trial.ask('portfolioMixed', {
    instruments: positions.map(({ underlying: _, ...each }) => ({ ...each, kind: 'vanilla' })),
  });
  trial.close('is the value of a mixed portfolio', mixed.totalValue, priced.totalValue, FORMULA * size);
}

async function judgeStress(trial: Trial): Promise<void> {
  const positions = drawBook(trial);
  const size = 12 * sizeOf(positions);
  const body = {
    positions,
    spotShocks: [-1, trial.uniform(-0.6, 0), 0, trial.uniform(0, 2)],
    volatilityShocks: [trial.uniform(-0.5, 0), trial.uniform(0, 0.5)],
    rateShocks: [trial.uniform(-0.05, 0.05)],
    timeShocks: [0, trial.uniform(0.01, 3)],
  };
  for (const operation of ['portfolioStress', 'portfolioScenarios']) {
    const { baseValue, results, worst } = await trial.ask(operation, body);
    trial.close('base value', baseValue, valueUnder(positions), FORMULA * size);
    for (const { spotShock, volatilityShock, rateShock, timeShock, value, pnl } of results) {
      const expected = valueUnder(positions, { spot: spotShock, volatility: volatilityShock, rate: rateShock, time: timeShock });
      trial.close('value in a scenario', value, expected, FORMULA * size);
      trial.close('profit in a scenario', pnl, value - baseValue, 1e-14 * size);
    }
    trial.identical('worst', worst.pnl, Math.min(...results.map(({ pnl }: Data) => pnl)));
  }
  const named: Readonly<Record<string, Shock>> = {
    '1987': { spot: -0.2047, volatility: 1.138, rate: -0.0075 },
    '1998': { spot: -0.1934, volatility: 0.2805, rate: -0.0045 },
    '2008': { spot: -0.2816, volatility: 0.4429, rate: 0.0015 },
    '2020': { spot: -0.3393, volatility: 0.4721, rate: -0.008 },
    rates_up_100: { rate: 0.01 },
    rates_down_200: { rate: -0.02 },
    volatility_up_10: { volatility: 0.1 },
  };
  const ownShock = { spotShock: trial.uniform(-0.5, 1), volatilityShock: 0.05, rateShock: -0.01, timeShock: 0.05 };
  const stressed = await trial.ask('riskStress', {
    positions,
    scenarios: [...Object.keys(named).map((name) => ({ name })), { name: 'own', ...ownShock }],
  });
  for (const { name, value } of stressed.results) {
    const shock = named[name] ?? {
      spot: ownShock.spotShock,
      volatility: ownShock.volatilityShock,
      rate: ownShock.rateShock,
      time: ownShock.timeShock,
    };
    trial.close(`value under ${name}`, value, valueUnder(positions, shock), FORMULA * size);
  }
}

async function judgeExplain(trial: Trial): Promise<void> {
  const book = drawBook(trial).map(({ rate: _, ...each }) => each);
  const names = [...new Set(book.map(({ underlying }) => underlying))];
  const start = Object.fromEntries(book.map(({ underlying, spot, volatility, dividend }) => [underlying, { spot, volatility, dividend }]));
  const end = Object.fromEntries(
    names.map((name) => {
      const { spot, volatility, dividend } = start[name]!;
      return [name, { spot: spot * trial.uniform(0.9, 1.1), volatility: volatility * trial.uniform(0.9, 1.1), dividend: dividend + 0.002 }];
    }),
  );
  const [rateStart, rateEnd, days] = [trial.uniform(-0.02, 0.06), trial.uniform(-0.02, 0.06), trial.whole(1, 20)];
  const positions = book.map(({ underlying, quantity, strike, time, optionType }) => ({ underlying, quantity, strike, time, optionType }));
  const explained = await trial.ask('portfolioExplain', {
    positions,
    marketStart: { assets: start, rate: rateStart, valuationDate: '2026-03-02' },
    marketEnd: { assets: end, rate: rateEnd, valuationDate: new Date(Date.UTC(2026, 2, 2 + days)).toISOString().slice(0, 10) },
    crossTerms: true,
  });
  const FACTORS = ['spot', 'volatility', 'rate', 'dividend', 'time'];
  const value = (moved: readonly string[]) =>
    sum(
      positions.map(({ underlying, quantity, strike, time, optionType }) => {
        const [from, to] = [start[underlying]!, end[underlying]!];
        const input = (name: 'spot' | 'volatility' | 'dividend') => (moved.includes(name) ? to : from)[name];
        const world = {
          spot: input('spot'),
          volatility: input('volatility'),
          dividend: input('dividend'),
          rate: moved.includes('rate') ? rateEnd : rateStart,
        };
        const remaining = Math.max(0, time - (moved.includes('time') ? days / 365 : 0));
        return quantity * blackScholes(world, strike, remaining, optionType === 'call' ? 1 : -1);
      }),
    );
  const size = sizeOf(book as Position[]);
  const base = value([]);
  trial.close('total', explained.total, value(FACTORS) - base, FORMULA * size);
  for (const factor of FACTORS) trial.close(`by ${factor}`, explained.byFactor[factor], value([factor]) - base, FORMULA * size);
  const parts = sum(FACTORS.map((factor) => explained.byFactor[factor]));
  trial.close('cross', explained.cross, explained.total - parts, 1e-13 * size);
  for (const { factors, value: pair } of explained.crossTerms) {
    const expected = value(factors) - base - explained.byFactor[factors[0]] - explained.byFactor[factors[1]];
    trial.close('a pair of factors', pair, expected, 4 * FORMULA * size);
  }
  trial.close(
    'what is left of pairs',
    explained.higherOrder,
    explained.cross - sum(explained.crossTerms.map((each: Data) => each.value)),
    1e-13 * size,
  );
  const greeks = await trial.ask('batchGreeks', {
    options: positions.map(({ underlying, quantity: _, ...option }) => ({ ...option, ...start[underlying], rate: rateStart })),
  });
  const expected: Record<string, number> = { delta: 0, gamma: 0, vega: 0, volga: 0, vanna: 0, theta: 0, rho: 0, dividendRho: 0 };
  for (const [i, { underlying, quantity, time }] of positions.entries()) {
    const [from, to, greek] = [start[underlying]!, end[underlying]!, greeks.results[i]];
    const [dS, dV] = [to.spot - from.spot, to.volatility - from.volatility];
    const passed = Math.min(days / 365, time);
    const parts = {
      delta: dS,
      gamma: dS * dS * 0.5,
      vega: dV,
      volga: 0.5 * dV * dV,
      vanna: dS * dV,
      theta: passed,
      rho: rateEnd - rateStart,
      dividendRho: 0.002,
    };
    for (const [name, move] of Object.entries(parts)) expected[name]! += quantity * greek[name] * move;
  }
  for (const [name, amount] of Object.entries(expected))
    trial.close(`by ${name}`, explained.byGreek[name], amount, 1e-8 * Math.abs(amount) + FORMULA * size);
  trial.close('unexplained', explained.unexplained, explained.total - sum(Object.values(explained.byGreek)), 1e-12 * size);
}

async function judgeSensitivities(trial: Trial): Promise<void> {
  const positions = drawBook(trial);
  const tenors = [0.25, 0.5, 1, 2, 5];
  const ladders = await trial.ask('riskSensitivities', { positions, tenors, crossGammas: true });
  const alone = await greeksOf(trial, positions);
  for (const [i, underlying] of namesOf(positions).entries())
    for (const name of GREEKS) {
      const parts = positions.map((each, k) => (each.underlying === underlying ? each.quantity * alone[k][name] : 0));
      trial.close(`${name} by underlying`, ladders.byUnderlying[i][name], sum(parts), 1e-9 * sum(parts.map(Math.abs)));
    }
  const nodesOf = (time: number): readonly (readonly [number, number])[] => {
    const k = tenors.findIndex((tenor) => tenor >= time);
    if (k === 0) return [[0, 1]];
    if (k < 0) return [[tenors.length - 1, 1]];
    const share = (time - tenors[k - 1]!) / (tenors[k]! - tenors[k - 1]!);
    return [
      [k - 1, 1 - share],
      [k, share],
    ];
  };
  const rho = tenors.map(() => 0);
  for (const [i, { quantity, time }] of positions.entries())
    for (const [node, share] of nodesOf(time)) rho[node]! += share * quantity * alone[i].rho;
  const gross = sum(positions.map(({ quantity }, i) => Math.abs(quantity * alone[i].rho)));
  for (const [k, each] of ladders.rho.entries()) trial.close('rho by tenor', each.rho, rho[k]!, 1e-9 * gross);
  const vegas = sum(positions.map(({ quantity }, i) => quantity * alone[i].vega));
  trial.close(
    'vega by expiry and strike adds up',
    sum(ladders.vega.map((each: Data) => each.vega)),
    vegas,
    1e-9 * sum(positions.map(({ quantity }, i) => Math.abs(quantity * alone[i].vega))),
  );
  await judgeCrossGammas(trial, positions, ladders.crossGammas, tenors, nodesOf);
}

/** Second derivatives across factors by differences of the engine's first ones, in a market where one factor is moved. */
async function judgeCrossGammas(
  trial: Trial,
  positions: readonly Position[],
  cross: Data,
  tenors: readonly number[],
  nodesOf: (time: number) => readonly (readonly [number, number])[],
): Promise<void> {
  /** The value by the textbook with the zero rate of one tenor, and of another, and a spot or a volatility moved. */
  const value = (moves: {
    readonly node?: readonly (readonly [number, number])[];
    readonly underlying?: string;
    readonly spot?: number;
    readonly volatility?: number;
  }) =>
    sum(
      positions.map((each) => {
        const isMoved = each.underlying === moves.underlying;
        const rate = sum(
          nodesOf(each.time).map(([node, share]) => share * sum((moves.node ?? []).map(([k, change]) => (k === node ? change : 0)))),
        );
        return worthOf({
          ...each,
          spot: each.spot * (1 + (isMoved ? (moves.spot ?? 0) : 0)),
          volatility: each.volatility + (isMoved ? (moves.volatility ?? 0) : 0),
          rate: each.rate + rate,
        });
      }),
    );
  const mixed = (f: (a: number, b: number) => number, a: number, b: number) => {
    const difference = (h: number, k: number) => (f(h, k) - f(h, -k) - f(-h, k) + f(-h, -k)) / (4 * h * k);
    return (4 * difference(a / 2, b / 2) - difference(a, b)) / 3;
  };
  const gross = sizeOf(positions);
  const [h, v, r] = [0.01, 0.004, 0.004];
  for (const entry of cross?.spotVolatility ?? []) {
    const { underlying } = entry;
    const { spot } = positions.find((each) => each.underlying === underlying)!;
    const expected = mixed((a, b) => value({ underlying, spot: a, volatility: b }), h, v) / spot;
    trial.close('cross-gamma of spot and volatility', entry.crossGamma, expected, 2e-3 * Math.abs(expected) + (1e-3 * gross) / spot);
  }
  for (const entry of cross?.spotRate ?? []) {
    const { underlying } = entry;
    const node = tenors.indexOf(entry.tenor);
    const { spot } = positions.find((each) => each.underlying === underlying)!;
    const expected = mixed((a, b) => value({ underlying, spot: a, node: [[node, b]] }), h, r) / spot;
    trial.close('cross-gamma of spot and rate', entry.crossGamma, expected, 2e-3 * Math.abs(expected) + (1e-4 * gross) / spot);
  }
  for (const entry of cross?.volatilityRate ?? []) {
    const { underlying } = entry;
    const node = tenors.indexOf(entry.tenor);
    const expected = mixed((a, b) => value({ underlying, volatility: a, node: [[node, b]] }), v, r);
    trial.close('cross-gamma of volatility and rate', entry.crossGamma, expected, 2e-3 * Math.abs(expected) + 1e-4 * gross);
  }
  for (const entry of cross?.rates ?? []) {
    const nodes = [entry.tenor1, entry.tenor2].map((tenor) => tenors.indexOf(tenor));
    const expected = mixed(
      (a, b) =>
        value({
          node: [
            [nodes[0]!, a],
            [nodes[1]!, b],
          ],
        }),
      r,
      r,
    );
    trial.close('cross-gamma of rates', entry.crossGamma, expected, 2e-3 * Math.abs(expected) + 1e-4 * gross);
  }
}

export const bookSubjects: readonly Subject[] = [
  { name: 'values of books', operations: ['portfolioPrice', 'portfolioGreeks', 'portfolioMixed'], judge: judgeValues },
  { name: 'stressed books', operations: ['portfolioStress', 'portfolioScenarios', 'riskStress'], judge: judgeStress },
  { name: 'explained profit and loss', operations: ['portfolioExplain'], judge: judgeExplain },
  { name: 'sensitivities of books', operations: ['riskSensitivities'], judge: judgeSensitivities },
];
