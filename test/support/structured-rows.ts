/** Rows of the autocall table as requests of structured/price, and the check of the answer, probabilities and life included. */
import { expect } from 'chai';
import { dayNumber } from '#engine-gpu/time/date';
import { defined } from '#services/runtime/defined';
import { closeTo } from '#test/reference/table';
import { STANDARD_ERRORS } from '#test/support/estimates';
import { contractRequest } from './contract-request.js';
import { type AutocallRow, autocallPrice } from './contract-rows.js';

/** Number of paths behind the figures of the table, at least. */
const REFERENCE_PATHS = 4e6;
const PATHS = 65_536;

interface Diagnostics {
  readonly prob_called: number;
  readonly prob_loss: number;
  readonly expected_life: number;
}

interface Priced {
  readonly price: number;
  readonly standardError: number;
  readonly callProbabilities: readonly { readonly date: string; readonly probability: number }[];
  readonly expectedLife: number;
  readonly protectionBreachProbability: number;
}

export function structuredRow(row: AutocallRow): { request: { product: object; market: object }; check: (priced: Priced) => void } {
  const { inputs, expected, tolerance } = row;
  const priced = autocallPrice(row);
  const { contract, market } = contractRequest(priced) as {
    contract: { specs: [{ contract: { observationDates: string[] } }] };
    market: { valuationDate: string };
  };
  const product = { ...contract.specs[0].contract, notional: inputs.notional };
  const { observationDates } = product;
  const [first] = inputs.observation_times;
  const last = defined(inputs.observation_times.at(-1), 'an observation time');
  const diagnostics = { ...expected, ...(expected as { mc_check?: object }).mc_check } as unknown as Diagnostics;
  return {
    request: { product, market },
    check: (result) => {
      closeTo(result.price, expected.price, {
        abs: (tolerance.abs ?? 0) + STANDARD_ERRORS * result.standardError,
        why: `${tolerance.why}, and ${STANDARD_ERRORS} standard errors of the result`,
      });
      expect(result.callProbabilities.map(({ date }) => date)).to.deep.equal(observationDates);
      // The error of plain Monte Carlo on as many paths; that of a lattice is smaller.
      const error = (deviation: number) => STANDARD_ERRORS * deviation * Math.sqrt(1 / PATHS + 1 / REFERENCE_PATHS);
      const probability = (actual: number, expected: number, subject: string) =>
        closeTo(actual, expected, { abs: error(Math.sqrt(expected * (1 - expected))), why: `${STANDARD_ERRORS} standard errors` }, subject);
      const called = result.callProbabilities.reduce((sum, { probability }) => sum + probability, 0);
      probability(called, diagnostics.prob_called, 'the probability of a call');
      probability(result.protectionBreachProbability, diagnostics.prob_loss, 'the probability of a breach');
      // The times of the request are those of the row, stretched. A life lies between the first and the last date, so its standard
      // deviation is at most half of the difference.
      const stretch = (dayNumber(defined(observationDates.at(-1), 'an observation date')) - dayNumber(market.valuationDate)) / 365 / last;
      closeTo(result.expectedLife / stretch, diagnostics.expected_life, { abs: error((last - first!) / 2), why: 'as above' }, 'the life');
    },
  };
}
