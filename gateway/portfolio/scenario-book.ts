/**
 * Measures of risk of a book of instruments of any type in scenarios of its market. The book is valued first, so that a position without a value
 * fails alone with its reason; the risk service revalues the others in each scenario.
 */
import type { z } from 'zod';
import { type BookMarket, defaultReportingCurrency, faultsOf, parsedWith } from '#engine/schemas';
import { defined } from '#services/runtime/defined';
import { computation, noted, type ServiceMethod } from '../contract/computation.js';
import { invalidRequest, invalidRequests } from '../contract/errors.js';
import { type ItemError, itemError } from '../contract/failed-item.js';
import { severalPricers } from '../contract/manifest.js';
import type { Computation, Dependencies, Outcome, RunContext } from '../contract/operation.js';
import { incompleteWarning } from './book-valuation.js';
import { type ReadPosition, valueClosedForms, withoutClosedForm } from './instrument-book.js';

interface BookBody {
  readonly positions: readonly unknown[];
  readonly market?: BookMarket | undefined;
  readonly reportingCurrency?: string | undefined;
}

/** True of a position that states its type. */
const hasType = (position: unknown): boolean =>
  typeof position === 'object' && position !== null && ('type' in position || 'kind' in position);

/** True of a book of instruments; the positions of an option book state no type and have their own markets. */
export const isInstrumentBook = ({ positions, market }: BookBody): boolean => market !== undefined || positions.some(hasType);

/** The request of a measure of an option book. @throws HttpFailure SVC-REQ-001 as its own schema */
export function optionBook<Schema extends z.ZodType>(schema: Schema, body: object): z.output<Schema> {
  const parsed = parsedWith(schema, body);
  if (!parsed.success) throw invalidRequests(faultsOf(parsed.error, body));
  return parsed.data;
}

/** The description of operations that take books of instruments. */
export const IN_A_MARKET =
  'With a market, positions may be instruments of any type: each is revalued in the market as the scenario moves it, and one that is not (what simulates, or has a market of its own) is in `failures` with its reason.';

/** The description of parametric operations that take books of instruments. */
export const PARAMETRIC_IN_A_MARKET =
  'With a market, positions may be instruments of any type; the value moves by its derivatives by the factors that have a volatility, which are central differences of full revaluations, and the contributions of positions add up to the figure. One that is not revalued (what simulates, or has a market of its own) is in `failures` with its reason.';

/** Why an instrument is not revalued in scenarios. */
export const notRevalued = ({ type, plan }: ReadPosition): ItemError =>
  itemError(
    plan.hasOwnMarket
      ? invalidRequest('', 'must be valued in the market of the request: with a market of its own it does not move with that')
      : invalidRequest('/type', `is not revalued in scenarios of a market: ${withoutClosedForm(type)}`),
  );

/** @param method  of the risk service, which takes the fields of the body but for positions, market and reportingCurrency as they are */
export async function scenarioComputation<Data extends object>(
  method: ServiceMethod,
  { positions, market, reportingCurrency: stated, ...measure }: BookBody,
  context: RunContext,
  dependencies: Dependencies,
): Promise<Outcome<Data> | Computation<Data>> {
  if (market === undefined) throw invalidRequest('/market', 'is required: its factors move in the scenarios');
  const { call } = context;
  const valuationDate = market.valuationDate ?? call.today;
  const setting = { market, reportingCurrency: stated, valuationDate };
  const reportingCurrency = defined(defaultReportingCurrency(setting), 'a currency of the market');
  const { read, book, manifest } = await valueClosedForms(positions, setting, notRevalued, context, dependencies);
  const failures = book.positions.flatMap((each) => ('error' in each ? [each] : []));
  const [first] = failures;
  if (manifest === undefined || book.totalValue === undefined)
    throw invalidRequest(
      '/positions',
      `must hold one that is revalued in scenarios of the market; ${defined(first, 'a failure').error.message}`,
    );
  const revalued = book.positions.flatMap((each, index) => {
    if ('error' in each) return [];
    const { id, quantity, type, terms } = read[index] as ReadPosition;
    return [{ index, ...(id !== undefined && { id }), quantity, type, terms }];
  });
  const { pricerId } = manifest;
  const isOfSeveral = book.positions.some((each) => 'pricerId' in each && each.pricerId !== pricerId);
  const body = {
    ...measure,
    ...{ pricerId, market: { ...market, valuationDate }, reportingCurrency, valuationDate },
    ...{ baseValue: book.totalValue, positions: revalued, failures },
  };
  return noted(computation<Data>(method, body, call, dependencies), {
    warnings: [...(isOfSeveral ? [severalPricers()] : []), ...incompleteWarning(book.summary)],
    marketDataAsOf: valuationDate,
  });
}

/** Expected shortfall of a book of instruments: the computation of the method's value at risk, whose components are those of the shortfall. */
export function shortfallInMarket<Data extends object>(
  method: 'parametric' | 'historical' | 'monte_carlo',
  { expansion, ...body }: BookBody & { readonly volatilities?: object | undefined; readonly expansion?: string | undefined },
  context: RunContext,
  dependencies: Dependencies,
): Promise<Outcome<Data> | Computation<Data>> {
  if (expansion === 'delta_gamma') throw invalidRequest('/expansion', 'must be delta_normal in a market');
  if (method === 'historical')
    return scenarioComputation('risk.bookVar', { ...body, ofShortfall: true } as BookBody, context, dependencies);
  if (body.volatilities === undefined) throw invalidRequest('/volatilities', 'is required in a market: its factors move by them');
  const serviceMethod = method === 'parametric' ? 'risk.bookParametricVar' : 'risk.bookMonteCarloVar';
  return scenarioComputation(serviceMethod, { ...body, ofShortfall: true } as BookBody, context, dependencies);
}

/** Delta-normal value at risk of a book of instruments. @throws HttpFailure SVC-REQ-001 where no factor has a volatility */
export function parametricComputation<Data extends object>(
  body: BookBody & { readonly volatilities?: object | undefined },
  context: RunContext,
  dependencies: Dependencies,
): Promise<Outcome<Data> | Computation<Data>> {
  if (body.volatilities === undefined) throw invalidRequest('/volatilities', 'is required in a market: its factors move by them');
  return scenarioComputation('risk.bookParametricVar', body, context, dependencies);
}
