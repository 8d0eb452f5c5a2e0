/**
 * Random requests of hedges over everything that is admitted: instruments of very different sizes, bounds, costs, budgets, whole lots, duplicates,
 * scenarios with ties. A hedge that is called optimal keeps its bounds and budget, and none of many changes of it lowers its objective.
 */
import { expect } from 'chai';
import { parse } from '#engine-gpu/base/faults';
import { hedgeRequest } from '#engine-gpu/risk/requests';
import { drawHedge } from '#test/support/hedge-requests';
import { Draw } from '#test/support/random';
import { measures } from './whole-measures.js';

const REQUESTS = 250;
const CHANGES = 200;
/** Fall of the objective, relative to its size without a hedge, that is the tolerance of the solver of linear programs, and that of least squares. */
const LINEAR_TOLERANCE = 1e-6;
const SQUARES_TOLERANCE = 1e-10;

describe('random hedges', () => {
  it('keep bounds and budget, and are the least where they are called optimal', async () => {
    const draw = new Draw(20_261_123);
    const counts: Record<string, number> = {};
    for (let request = 0; request < REQUESTS; request++) {
      const { body, objective, unit } = drawHedge(draw);
      const { instruments, budget = Number.POSITIVE_INFINITY, integer = false } = body;
      const name = `request ${request}: ${JSON.stringify(body)}`;
      const actual = await measures.optimiseHedge(parse(hedgeRequest, body)).catch(({ kind, message, faults }) => {
        // An arbitrage of few scenarios has no end.
        expect([kind, body.objective], `${name}: ${message}`).to.deep.equal(['invalid', 'cvar']);
        expect(message).to.match(/falls without end/);
        for (const { pointer } of faults) {
          const [, list, index, bound] = pointer.split('/');
          expect(list).to.equal('instruments');
          expect(instruments[index], name).not.to.have.property(bound);
        }
        return undefined;
      });
      const status = actual?.status ?? 'endless';
      counts[status] = (counts[status] ?? 0) + 1;
      if (actual === undefined || actual.status === 'infeasible') continue;
      for (const value of [actual.totalCost, ...Object.values(actual.residual)]) expect(Number.isFinite(value), name).to.equal(true);
      const quantities = actual.hedges.map(({ quantity }) => quantity);
      const [lowest, highest] = [
        instruments.map(({ min = Number.NEGATIVE_INFINITY }) => min),
        instruments.map(({ max = Number.POSITIVE_INFINITY }) => max),
      ];
      for (const [i, quantity] of quantities.entries()) expect(quantity, name).to.be.within(lowest![i]!, highest![i]!);
      if (integer) for (const quantity of quantities) expect(Number.isInteger(quantity), name).to.equal(true);
      expect(actual.totalCost, name).to.be.at.most(budget * (1 + 1e-9));
      if (actual.status !== 'optimal') continue;
      const size = Math.abs(objective(quantities.map(() => 0)));
      const tolerance = body.objective === 'cvar' || integer ? LINEAR_TOLERANCE : SQUARES_TOLERANCE;
      for (let change = 0; change < CHANGES; change++) {
        const other = quantities.map((quantity, i) => {
          const moved = draw.chance(0.1)
            ? 0
            : draw.chance(0.5)
              ? quantity
              : quantity + unit[i]! * draw.normal() * 10 ** (-6 * draw.uniform());
          const inside = Math.min(Math.max(integer ? Math.round(moved) : moved, lowest[i]!), highest[i]!);
          return integer && !Number.isInteger(inside) ? quantity : inside;
        });
        const spent = other.reduce((total, quantity, i) => total + (instruments[i]!.cost ?? 0) * Math.abs(quantity), 0);
        if (spent <= budget) expect(objective(other), name).to.be.at.least(objective(quantities) - tolerance * size);
      }
    }
    // Most have an answer: the search does not pass by refusing.
    expect(counts.optimal).to.be.greaterThan(0.8 * REQUESTS);
    expect(counts.limit ?? 0).to.be.at.most(0.05 * REQUESTS);
  });
});
