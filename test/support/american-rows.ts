/** Rows of the tables of American options: the request of a row, and the check of its answer. */
import { expect } from 'chai';
import type { HestonOption } from '#engine-gpu/method/heston-finite-differences';
import { defined } from '#services/runtime/defined';
import { STANDARD_ERRORS } from '#test/support/estimates';
import { closeTo, type OptionInputs, type Row } from '../reference/table.js';

export interface AmericanInputs extends OptionInputs {
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

/** Cost of the fitted policy (7e-5, measured over seeds) and error of the table's finite differences (3e-5), as a fraction of the price. */
const POLICY_COST = 1e-4;
/** Value lost by exercise on 50 dates per year against continuous exercise, as a fraction of the price. */
const DATES_COST = 0.01;
/** Error of single precision, as a fraction of the strike. */
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
          abs: noise + POLICY_COST * bermudan,
          why: `${STANDARD_ERRORS} standard errors, the policy and the table`,
        });
      else {
        const continuous = defined(expected.price, 'the expected price');
        expect(price).to.be.at.most(continuous + (tolerance.abs ?? 0) + noise);
        expect(price).to.be.at.least(continuous * (1 - DATES_COST) - noise);
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
  readonly optionType: 'call' | 'put';
  readonly v0: number;
  readonly kappa: number;
  readonly theta: number;
  readonly sigma: number;
  readonly rho: number;
  /** Number of equally spaced exercise dates of the Bermudan price. */
  readonly numSteps: number;
}

export interface AmericanHestonExpected {
  readonly bermudan: number;
  readonly american: number;
  readonly european: number;
}

/** The option of a row, exercisable on its dates. */
export function hestonOption({ v0, kappa, theta, sigma, rho, optionType, numSteps, ...terms }: AmericanHestonInputs): HestonOption {
  return {
    ...terms,
    parameters: { v0, kappa, theta, sigma, rho },
    sign: optionType === 'call' ? 1 : -1,
    exercise: Array.from({ length: numSteps }, (_, i) => (i + 1 === numSteps ? terms.time : (terms.time * (i + 1)) / numSteps)),
  };
}

interface HestonAnswer extends Answer {
  readonly method: string;
  readonly errorBound?: number | undefined;
  readonly lowerBound?: { readonly price: number; readonly standardError: number } | undefined;
  readonly upperBound?: { readonly price: number; readonly standardError: number } | undefined;
  readonly dualityGap?: number | undefined;
  readonly warnings: readonly string[];
}

/** Accuracy promised under Heston, as a fraction of the price, unless the stated error is larger. */
const PROMISED = 1e-3;
/** Bias of the simulation's time steps, as a fraction of the price. */
const STEP_BIAS = 2e-3;
/** Gap between the upper bound and the price that is promised, as a fraction of the price. */
const PROMISED_GAP = 5e-3;

/** A row of the table under Heston: the price is the table's, and the simulation brackets it. */
export function americanHestonRow({ inputs, expected, tolerance }: Row<AmericanHestonInputs, AmericanHestonExpected>): {
  readonly request: object;
  readonly check: (answer: HestonAnswer) => void;
} {
  const { v0, kappa, theta, sigma, rho, numSteps, ...terms } = inputs;
  const model = { type: 'heston', v0, kappa, theta, sigma, rho };
  return {
    request: { ...terms, model, pricer: { numPaths: 512, numSteps, upperBound: true } },
    check: ({ price, errorBound = Number.NaN, europeanPrice, method, dualityGap, ...bounds }) => {
      const lowerBound = defined(bounds.lowerBound, 'the lower bound');
      const upperBound = defined(bounds.upperBound, 'the upper bound');
      expect(method).to.equal('finite_differences');
      const off = Math.abs(price - expected.bermudan);
      expect(off).to.be.at.most(Math.max(errorBound, PROMISED * price) + (tolerance.abs ?? 0));
      expect(europeanPrice).to.be.closeTo(expected.european, 1e-6 * inputs.strike);
      const noise = (bound: { readonly standardError: number }) => STANDARD_ERRORS * bound.standardError + STEP_BIAS * price + errorBound;
      expect(lowerBound.price).to.be.within(price - noise(lowerBound), price + noise(lowerBound));
      expect(upperBound.price).to.be.within(
        price - noise(upperBound),
        (1 + PROMISED_GAP) * price + STANDARD_ERRORS * upperBound.standardError,
      );
      expect(dualityGap).to.equal(upperBound.price - price);
    },
  };
}
