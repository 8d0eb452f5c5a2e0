/**
 * Random option books over all that the operations of portfolio and risk admit: quantities of 0, positions that cancel, sizes from 1e-12 to 1e15,
 * volatilities of 0, histories that are constant, short or crash, decays at the ends of their range. Every figure is finite or refused with the name of
 * a field, sums are sums, a shortfall is at least the value at risk, and more confidence is no less risk.
 */
import { expect } from 'chai';
import type { z } from 'zod';
import { EngineFailure } from '#engine-gpu/base/failure';
import { parse } from '#engine-gpu/base/faults';
import * as requests from '#engine-gpu/risk/requests';
import { Draw } from '#test/support/random';
import { measures } from './whole-measures.js';

const BOOKS = 400;
const limits = { costLimit: 1e6 };

const pathsNotFinite = (value: unknown, path = ''): string[] => {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`${path} is ${value}`];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => pathsNotFinite(each, `${path}/${key}`));
};

const sumOf = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const sizeOf = (values: readonly number[]): number => sumOf(values.map(Math.abs));

/** The response, or undefined where the request is refused with the name of a field. */
function asked<Schema extends z.ZodType, Response>(
  schema: Schema,
  measure: (request: z.output<Schema>) => Response,
  body: object,
): Response | undefined {
  const name = JSON.stringify(body);
  try {
    const response = measure(parse(schema, body));
    expect(pathsNotFinite(response), name).to.deep.equal([]);
    return response;
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error;
    expect(error.faults, `${error.message}: ${name}`).not.to.deep.equal([]);
    return undefined;
  }
}

interface Figures {
  readonly valueAtRisk: number;
  readonly expectedShortfall: number;
  readonly standardDeviation?: number | undefined;
  readonly components: readonly { readonly contribution: number }[];
}

/** @param total the figure that components add up to */
function addsUp({ components, standardDeviation = 0 }: Figures, total: number, name: string): void {
  const parts = components.map(({ contribution }) => contribution);
  // Parts of a deviation cancel at a confidence of one half, and those of a hedge always.
  const size = sizeOf(parts) + Math.abs(total) + 1e-3 * standardDeviation;
  expect(Math.abs(sumOf(parts) - total), name).to.be.at.most(1e-9 * size);
}

function drawBook({ pick, uniform, between, chance }: Draw) {
  const volatilities: Record<string, number> = { A: pick(0, 0.2, 0.5, 2, between(1e-6, 5)), B: pick(0, 0.2, between(0.01, 1)), C: 0.3 };
  const position = () => {
    const underlying = pick('A', 'B', 'C');
    const spot = pick(1, 100, between(1e-12, 1e12), between(0.1, 1e4));
    return {
      underlying,
      quantity: pick(0, 1, -1, 10, -10, 1e3 * (uniform() - 0.5), pick(1e15, -1e15, 1e-12, 1e12)),
      spot,
      strike: spot * pick(1, 1.1, 0.9, between(0.3, 3), between(1e-6, 1e6)),
      rate: pick(0, 0.02, -0.05, 0.4 * (uniform() - 0.5)),
      volatility: volatilities[underlying],
      time: pick(0, 1, 0.5, between(1e-6, 50), 1 / 365),
      dividend: pick(0, 0.02, 0.2 * (uniform() - 0.5)),
      optionType: pick('call', 'put'),
    };
  };
  const positions = Array.from({ length: pick(1, 1, 2, 3, 8) }, position);
  if (chance(0.2)) positions.push({ ...positions[0]!, quantity: -positions[0]!.quantity });
  return chance(0.1) ? positions.map((each) => ({ ...each, quantity: 0 })) : positions;
}

describe('random option books', () => {
  it('have finite figures that add up, or are refused by name', () => {
    const draw = new Draw(20_261_123);
    const { pick, uniform, chance, between } = draw;
    let answered = 0;
    for (let round = 0; round < BOOKS; round++) {
      const positions = drawBook(draw);
      const names = [...new Set(positions.map(({ underlying }) => underlying))];
      const confidence = pick(0.5, 0.9, 0.99, 0.99999, 0.5 + 0.49999 * uniform());
      const horizonDays = pick(1, 10, 250, 2520, 1 + Math.floor(20 * uniform()));
      const correlation = pick(0, 0.5, 0.999999, 1);
      const pairs = names.flatMap((asset1, i) => names.slice(i + 1).map((asset2) => ({ asset1, asset2, correlation })));
      const ofVar = { positions, confidence, horizonDays, incremental: chance(0.3), ...(chance(0.7) && { correlations: pairs }) };
      const name = `round ${round}: ${JSON.stringify(ofVar)}`;

      const normal = asked(requests.portfolioVarRequest, measures.portfolioVar, ofVar);
      if (normal) {
        addsUp(normal, normal.valueAtRisk, name);
        expect(normal.valueAtRisk, name).to.be.within(0, normal.expectedShortfall);
      }
      const gamma = asked(requests.parametricVarRequest, measures.varParametric, { ...ofVar, method: 'delta_gamma' });
      if (gamma) {
        addsUp(gamma, gamma.valueAtRisk, name);
        const isInDomain = !gamma.warnings?.some((warning) => warning.includes('Cornish-Fisher'));
        const rounding = 1e-9 * (Math.abs(gamma.valueAtRisk) + (gamma.standardDeviation ?? 0));
        if (isInDomain) expect(gamma.expectedShortfall, name).to.be.at.least(gamma.valueAtRisk - rounding);
      }
      const simulated =
        round % 4 === 0 &&
        asked(requests.monteCarloVarRequest, (body) => measures.varMonteCarlo(body, limits), {
          ...ofVar,
          pricer: { numPaths: pick(256, 1024), seed: round },
        });
      if (simulated) {
        addsUp(simulated, simulated.valueAtRisk, name);
        expect(simulated.expectedShortfall, name).to.be.at.least(simulated.valueAtRisk - 1e-12 * Math.abs(simulated.valueAtRisk));
      }

      const days = pick(2, 3, 20, 100);
      const day = { calm: () => 0.08 * (uniform() - 0.5), constant: () => 0.01, none: () => 0, wild: () => pick(-1, 100, 0, 0.1) };
      const returns = Object.fromEntries(
        names.map((each) => {
          const draws = pick(day.calm, day.calm, day.constant, day.none, day.wild);
          return [each, Array.from({ length: days }, draws)];
        }),
      );
      const decay = () => pick(0.94, 0.99, 1e-300, 1 - 1e-12, 1e-5);
      const past = {
        ...{
          positions,
          confidence,
          returns,
          horizonDays: Math.min(days, horizonDays),
          withStandardErrors: chance(0.3),
          incremental: chance(0.3),
        },
        ...(chance(0.4) && { ageDecay: decay() }),
        ...(chance(0.4) && { volatilityDecay: decay() }),
      };
      const history = (index: number) =>
        asked(requests.historicalVarRequest, (body) => measures.varHistorical(body, limits), { ...past, confidence: index });
      const historical = history(confidence);
      if (historical) {
        addsUp(historical, historical.valueAtRisk, name);
        expect(historical.expectedShortfall, name).to.be.at.least(historical.valueAtRisk - 1e-12 * Math.abs(historical.valueAtRisk));
        const surer = history(Math.min(0.99999, confidence + 0.3 * (1 - confidence)));
        expect(surer?.valueAtRisk, name).to.be.at.least(historical.valueAtRisk);
        const shortfall = { ...past, method: 'historical' };
        const actual = asked(requests.expectedShortfallRequest, (body) => measures.expectedShortfall(body, limits), shortfall);
        if (actual) addsUp(actual, actual.expectedShortfall, name);
      }

      const grid = asked(requests.stressGridRequest, (body) => measures.stressGrid(body, limits), {
        positions,
        spotShocks: pick([0], [-1, 0, 10]),
        volatilityShocks: pick([0], [-10, 10]),
        rateShocks: pick([0], [-1, 1]),
        timeShocks: pick([0], [0, 100], [0.1]),
      });
      for (const { value, pnl } of grid?.results ?? []) expect(value - (grid?.baseValue ?? 0), name).to.equal(pnl);
      if (grid) expect(grid.worst.pnl, name).to.equal(Math.min(...grid.results.map(({ pnl }) => pnl)));
      asked(requests.stressRequest, (body) => measures.stress(body, limits), {
        positions,
        scenarios: [{ name: '1987' }, { name: 'rates_down_200' }, { name: 'flat', volatilityShock: -10 }, { name: '2008', timeShock: 1 }],
      });

      const ladders = asked(requests.sensitivitiesRequest, measures.sensitivities, {
        positions,
        tenors: pick([1], [0.1, 0.2, 50], [0.25, 0.5, 1, 2, 5]),
        crossGammas: chance(0.5),
      });
      if (ladders) {
        const gross = sumOf(positions.map(({ quantity, strike, time }) => 10 * Math.abs(quantity) * strike * (1 + time)));
        const parallel = sumOf(ladders.byUnderlying.map(({ rho }) => rho));
        expect(Math.abs(sumOf(ladders.rho.map(({ rho }) => rho)) - parallel), name).to.be.at.most(1e-12 * gross);
      }

      const market = (valuationDate?: string) => ({
        assets: Object.fromEntries(names.map((each) => [each, { spot: between(1e-3, 1e4), volatility: pick(0, 0.2, 0.6, 1e-4) }])),
        rate: pick(0, 0.03, -0.02),
        ...(valuationDate && { valuationDate }),
      });
      const explained = asked(requests.explainRequest, measures.explain, {
        positions: positions.map(({ underlying, quantity, strike, time, optionType }) => ({
          underlying,
          quantity,
          strike,
          time,
          optionType,
        })),
        marketStart: market('2026-01-02'),
        marketEnd: market(pick('2026-01-02', '2026-02-02', '2096-02-02')),
        crossTerms: true,
      });
      if (explained) {
        const { total, byGreek, unexplained, byFactor, cross, crossTerms = [], higherOrder = 0 } = explained;
        const pairs = crossTerms.map(({ value }) => value);
        for (const [parts, whole] of [
          [[...Object.values(byGreek), unexplained], total],
          [[...Object.values(byFactor), cross], total],
          [[...pairs, higherOrder], cross],
        ] as const)
          expect(Math.abs(sumOf(parts) - whole), name).to.be.at.most(1e-12 * (sizeOf(parts) + Math.abs(whole)));
      }

      const observations = pick(2, 3, 10, 250, 500);
      const share = pick(0, 1, 0.01, 0.05, 0.5);
      const tested = asked(requests.backtestRequest, measures.backtest, {
        profitAndLoss: Array.from({ length: observations }, () => (chance(share) ? -2 : 1)),
        valueAtRisk: Array.from({ length: observations }, () => 1),
        confidence,
      });
      if (tested) {
        for (const { statistic, pValue } of [tested.kupiec, tested.independence, tested.conditionalCoverage]) {
          expect(statistic, name).to.be.at.least(0);
          expect(pValue, name).to.be.within(0, 1);
        }
        expect(tested.trafficLight.cumulativeProbability, name).to.be.within(0, 1);
      }
      answered += [normal, gamma, historical, grid, ladders, explained, tested].filter(Boolean).length;
    }
    // The search does not pass by refusing: wild histories over years alone have no finite moves.
    expect(answered).to.be.greaterThan(0.95 * 7 * BOOKS);
  }).timeout(60_000);
});
