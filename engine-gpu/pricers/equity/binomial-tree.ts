import { invalid } from '../../base/failure.js';
import type { Price } from '../../base/units.js';
import type { Curve } from '../../market/curve.js';
import { accumulatedRate, zeroRate } from '../../market/curve.js';
import { curveOf } from '../../market/curve-input.js';
import { blackScholesMarket } from '../../market/equity.js';
import { binomialParams } from '../../market/model-parameters.js';
import { americanOnTree, europeanOnTree } from '../../method/tree.js';
import { type BinomialTerms, type BinomialTree, buildBinomialTree } from '../../model/binomial-tree.js';
import { exercisableOption, signOf } from '../../product/option/vanilla.js';
import { pricer } from '../definition/pricer.js';

/** The interface's default for a request without params. */
const DEFAULT_PARAMS = { steps: 200, treeType: 'crr' } as const;

/**
 * European or American option on a binomial lattice (model/binomial-tree.ts).
 *
 * The lattice is built for the zero rate to expiry. Under a curve, an American option uses the forward rate of each step: its discount
 * factor, and a probability shifted so that the expected growth of the step is that of the forward rate.
 */
export const binomialTree = pricer({
  id: 'binomial_tree',
  version: 1,
  status: 'ga-validated',
  summary: 'European or American option, Black-Scholes-Merton, binomial lattice',
  needs: [],
  evidence: ['binomial_tree'],
  instrument: exercisableOption,
  market: blackScholesMarket,
  params: binomialParams.optional(),
  price: ({ instrument, market, params = DEFAULT_PARAMS, valuationDate }) => {
    const { strike, time, exerciseStyle } = instrument;
    const { spot, dividend, volatility } = market;
    const sign = signOf(instrument.optionType);
    const american = exerciseStyle === 'american';
    const curve = curveOf(market, valuationDate);
    const terms = { spot, strike, rate: zeroRate(curve, time), dividend, volatility, time };
    if (volatility * Math.sqrt(time) === 0) return { price: deterministicValue(terms, curve, params.steps, sign, american) };

    const tree = buildBinomialTree(params.treeType, terms, params.steps);
    requireProbability(tree, terms);
    if (!american) return { price: europeanOnTree(tree, spot, strike, Math.exp(-terms.rate * time), sign) };
    const { discounts, probabilities } = alongCurve(tree, terms, curve);
    return { price: americanOnTree(tree, spot, strike, discounts, probabilities, sign) };
  },
});

/** Discount factor and probability of each step. On a flat curve they are the lattice's own, up to rounding. */
function alongCurve({ steps, up, down, probability }: BinomialTree, { rate, dividend, time }: BinomialTerms, curve: Curve) {
  const dt = time / steps;
  const discounts = new Float64Array(steps);
  const probabilities = new Float64Array(steps);
  const mean = Math.exp((rate - dividend) * dt);
  for (let i = 0; i < steps; i++) {
    const accrued = accumulatedRate(curve, (i + 1) * dt) - accumulatedRate(curve, i * dt);
    discounts[i] = Math.exp(-accrued);
    probabilities[i] = probability + (mean * Math.expm1(accrued - rate * dt)) / (up - down);
    if (!(probabilities[i]! >= 0 && probabilities[i]! <= 1))
      throw invalid(
        '/market/curve',
        `must have forward rates that are small against the lattice's moves; step ${i} of ${steps} has probability ${probabilities[i]}`,
      );
  }
  return { discounts, probabilities };
}

/** The value without volatility, where the asset follows its forward: the best exercise date of the lattice, or expiry if European. */
function deterministicValue(
  { spot, strike, dividend, time }: BinomialTerms,
  curve: Curve,
  steps: number,
  sign: 1 | -1,
  american: boolean,
): Price {
  const exercisedAt = (t: number) => Math.max(sign * (spot * Math.exp(-dividend * t) - strike * Math.exp(-accumulatedRate(curve, t))), 0);
  if (!american) return exercisedAt(time);
  let best = 0;
  for (let i = 0; i <= steps; i++) best = Math.max(best, exercisedAt((i / steps) * time));
  return best;
}

/** Refuses a lattice whose probability is outside [0, 1] because the drift of a step exceeds its moves. */
function requireProbability({ probability }: BinomialTree, { rate, dividend, volatility, time }: BinomialTerms): void {
  if (probability >= 0 && probability <= 1) return;
  const needed = Math.ceil(((rate - dividend) / volatility) ** 2 * time);
  throw invalid('/params/steps', `must be at least ${needed} for this tree, rate and volatility; now its probability is ${probability}`);
}
