/** The positions of the book of every type that are revalued in scenarios, and their value in markets that are moved by hand. */
import { expect } from 'chai';
import { expectSuccess } from './envelope.js';
import { post } from './http.js';
import { market, positions } from './instrument-book.js';
import { service } from './shared-service.js';

export const reportingCurrency = 'USD';
/** The types that simulate or have a market of their own. */
export const LEFT_OUT = ['contract', 'convertible', 'own market'];
export const revalued = positions.filter(({ id }) => !LEFT_OUT.includes(id));
export const book = { positions: revalued, market, reportingCurrency };

export const totalIn = async (moved: object, some: readonly object[] = revalued): Promise<number> => {
  const { totalValue, complete } = expectSuccess(
    await post(service, '/api/v1/portfolio/price', { positions: some, market: moved, reportingCurrency }),
  );
  expect(complete).to.equal(true);
  return totalValue;
};

/** A curve all of whose zero rates are higher by a step. */
export const raised = (curve: object, step: number): object => {
  if ('rate' in curve) return { rate: (curve.rate as number) + step };
  const { zeroRates, ...rest } = curve as { readonly zeroRates: readonly number[] };
  return { ...rest, zeroRates: zeroRates.map((rate) => rate + step) };
};

/** Sums of some thirty positions of up to a million, each of whose values rounds. */
export const ROUNDING = 1e-7;
