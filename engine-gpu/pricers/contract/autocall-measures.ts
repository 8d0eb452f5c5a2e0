/** Measures of the contract pricers on autocallable notes: the price with statistics of how the note ends, and the term that gives a target price. */
import type { Priced } from '../../base/priced.js';
import type { StructuredPriceRequest, StructuredSolveRequest } from '../../product/note/structured.js';
import { autocallPrice, type StructuredPrice } from '../../simulation/note/autocall-price.js';
import { autocallSolution, type StructuredSolution } from '../../simulation/note/autocall-solution.js';
import type { PricerTools } from '../definition/pricer.js';
import { contractPricerId } from './contract-measures.js';

/** @param today  ISO date; the valuation date if the market gives none */
export const priceStructured = async (
  request: StructuredPriceRequest,
  today: string,
  { run }: PricerTools,
): Promise<Priced<StructuredPrice>> => ({
  pricerId: contractPricerId(request.market),
  result: await run((limits, backend) => autocallPrice(request, today, limits, backend)),
});

/** @param today  ISO date; the valuation date if the market gives none */
export const solveStructured = async (
  request: StructuredSolveRequest,
  today: string,
  { run }: PricerTools,
): Promise<Priced<StructuredSolution>> => ({
  pricerId: contractPricerId(request.market),
  result: await run((limits, backend) => autocallSolution(request, today, limits, backend)),
});
