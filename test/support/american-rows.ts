/** Rows of the table of American options: what a caller sends, and what holds of the answer. */
import { expect } from 'chai';
import { closeTo, type Row } from '../reference/table.js';
import { defined } from './defined.js';

export interface AmericanInputs {
  readonly spot: number;
  readonly strike: number;
  readonly rate: number;
  readonly volatility: number;
  readonly time: number;
  readonly dividend: number;
  readonly optionType: 'call' | 'put';
  readonly exercise_dates_per_year?: number;
}

export interface AmericanExpected {
  readonly price?: number;
  readonly price_bermudan_50_per_year_quantlib_fd?: number;
  readonly european?: number;
}

interface Answer {
  readonly price: number;
  readonly standardError: number;
  readonly europeanPrice: number;
  readonly earlyExercisePremium: number;
  readonly delta: number;
}

/** Of 16 shifts: beyond 4, Student's t with 15 degrees of freedom is once in 900. */
const STANDARD_ERRORS = 4;
/** Of the price: what the policy costs, 7e-5 measured over seeds, and what finite differences leave in the table, 3e-5. */
const OF_POLICY = 1e-4;
/** Of the price: what 50 dates a year cost against exercise at any time; the table grants it. */
const OF_DATES = 0.01;
/** Single precision, relative to the strike. */
const ROUNDING = 1e-6;

export function americanRow({ inputs, expected, tolerance }: Row<AmericanInputs, AmericanExpected>): {
  readonly request: object;
  readonly check: (answer: Answer) => void;
} {
  const { exercise_dates_per_year: _, ...request } = inputs;
  return {
    request: { ...request, pricer: { numPaths: 16_384 } },
    check: ({ price, standardError, europeanPrice, earlyExercisePremium, delta }) => {
      const noise = STANDARD_ERRORS * standardError + ROUNDING * inputs.strike;
      const bermudan = expected.price_bermudan_50_per_year_quantlib_fd;
      if (bermudan !== undefined)
        closeTo(price, bermudan, {
          abs: noise + OF_POLICY * bermudan,
          why: `${STANDARD_ERRORS} standard errors, the policy and the table`,
        });
      else {
        const american = defined(expected.price, 'the expected price');
        expect(price).to.be.at.most(american + (tolerance.abs ?? 0) + noise);
        expect(price).to.be.at.least(american * (1 - OF_DATES) - noise);
      }
      if (expected.european !== undefined) closeTo(europeanPrice, expected.european, { rel: 1e-9, why: 'a closed form' });
      expect(earlyExercisePremium).to.equal(price - europeanPrice);
      expect(earlyExercisePremium).to.be.at.least(0);
      expect(Math.sign(delta)).to.equal(inputs.optionType === 'put' ? -1 : 1);
    },
  };
}

export interface AmericanHestonInputs {
  readonly spot: number;
  readonly strike: number;
  readonly rate: number;
  readonly dividend: number;
  readonly time: number;
  readonly optionType: 'put';
  readonly v0: number;
  readonly kappa: number;
  readonly theta: number;
  readonly sigma: number;
  readonly rho: number;
}

/** Of the price: how far a policy is from the best that a few thousand paths tell of, the boundary a polynomial of the variance. */
const OF_MODELLED_POLICY = 0.01;

/** A row of the table under Heston: the price is at most the published one, and not far below; the bound from above is above it. */
export function americanHestonRow({
  inputs: { v0, kappa, theta, sigma, rho, ...terms },
  expected,
  tolerance,
}: Row<AmericanHestonInputs, { readonly price: number }>): {
  readonly request: object;
  readonly check: (
    answer: Answer & { readonly upperBound?: { readonly price: number; readonly standardError: number } | undefined },
  ) => void;
} {
  const model = { type: 'heston', v0, kappa, theta, sigma, rho };
  return {
    request: { ...terms, model, pricer: { numPaths: 8192, numSteps: 50, upperBound: true } },
    check: ({ price, standardError, upperBound }) => {
      const noise = STANDARD_ERRORS * standardError + (tolerance.abs ?? 0);
      expect(price).to.be.at.most(expected.price + noise);
      expect(price).to.be.at.least(expected.price * (1 - OF_MODELLED_POLICY) - noise);
      // Exercise on 50 dates alone, which costs a thousandth.
      const above = defined(upperBound, 'the upper bound');
      expect(above.price).to.be.at.least(expected.price * 0.999 - STANDARD_ERRORS * above.standardError - (tolerance.abs ?? 0));
    },
  };
}
