/**
 * The default intensity of an issuer from the par spreads of standard credit default swaps.
 *
 * The conventions are those of the ISDA standard model: maturities on 20 June or 20 December, the date that a tenor reaches from the last
 * semi-annual roll; coupons on the 20th of March, June, September and December, moved to the following weekday, ACT/360; a full first
 * coupon, whose accrued part is rebated three business days after today; protection from today to the maturity inclusive. Weekends are the
 * only holidays. The intensity is constant between maturities, and found maturity after maturity.
 *
 * Accuracy: the intensity to neighbouring doubles; a quote to the rounding of its legs (formula/standard-credit-default-swap.ts).
 *
 * @see ISDA CDS Standard Model; ISDA (2015), frequency of the single-name roll, in force from 21 December 2015
 */
import { EngineFailure, type Fault } from '../base/failure.js';
import { refusal } from '../base/faults.js';
import type { Priced, Unpriced } from '../base/priced.js';
import { SOLVERS } from '../base/solvers.js';
import type { Rate, Years } from '../base/units.js';
import type { Discounting } from '../formula/credit-default-swap.js';
import { accumulatedHazard, type HazardCurve } from '../formula/hazard-curve.js';
import { type StandardCoupon, standardSwapLegs } from '../formula/standard-credit-default-swap.js';
import { type CreditSpread, MAX_HAZARD } from '../market/credit.js';
import { accumulatedRate, type Curve } from '../market/curve.js';
import { curveOf } from '../market/curve-input.js';
import { exp } from '../math/elementary/exp.js';
import { bisectedRoot } from '../math/root.js';
import { addBusinessDays, following } from '../time/calendar.js';
import { addMonths, civilOf, dayOfCivil } from '../time/civil.js';
import { dateOfDay, dayNumber } from '../time/date.js';
import { tenorMonths } from '../time/tenor.js';
import type { CreditCurveRequest, CreditCurveResponse } from './credit-curve-request.js';

export interface CreditCurveNode {
  readonly tenor: string;
  /** Maturity of the swap. */
  readonly date: string;
  /** Years from the valuation date, ACT/365F. */
  readonly time: Years;
  readonly spread: Rate;
  /** Intensity since the node before, per year. */
  readonly hazardRate: Rate;
  readonly survivalProbability: number;
  /** Par spread of the finished curve minus the quote. */
  readonly residual: number;
}

const MONTHS_PER_QUARTER = 3;
/** The accrued part of the running coupon is rebated on the third business day after today, which is the second after the one after today. */
const SETTLEMENT_DAYS_AFTER_FIRST = 2;

/** A swap that starts to protect today. */
interface StandardSwap {
  readonly quote: CreditSpread;
  /** Days from today. */
  readonly maturity: number;
  readonly coupons: readonly StandardCoupon[];
}

/**
 * The curve whose par spreads are the quotes.
 *
 * @param valuationDate  ISO date; the quotes are of this day
 * @param recoveryRate   in [0, 1)
 * @param discounting    risk-free curve
 * @param pointer             JSON pointer to the quotes in the request
 * @returns one node per quote, in order of maturity
 * @throws EngineFailure `invalid` for a tenor that is no whole number of quarters, that ends by tomorrow or that ends when another one does, and
 *         for a recovery rate of 1, at which no intensity explains a spread; `calibration` where only an intensity below 0 or above 10 per year
 *         gives a quote
 */
export function bootstrapCreditCurve(
  spreads: readonly CreditSpread[],
  valuationDate: string,
  recoveryRate: number,
  discounting: Curve,
  pointer = '/spreads',
): CreditCurveNode[] {
  const today = dayNumber(valuationDate);
  const swaps = standardSwaps(spreads, today, pointer).toSorted((a, b) => a.maturity - b.maturity);
  if (!(recoveryRate >= 0 && recoveryRate < 1))
    throw refusal([{ pointer: pointer, reason: `need a recovery rate in [0, 1) to be explained by an intensity; got ${recoveryRate}` }]);
  const rates: Discounting = { accumulatedRate: (t) => accumulatedRate(discounting, t), times: discounting.times };
  const rebateFactor = exp(-rates.accumulatedRate((addBusinessDays('weekends', today + 1, SETTLEMENT_DAYS_AFTER_FIRST) - today) / 365));

  /** Protection, and the value of one unit of spread after the rebate. */
  const legsOf = ({ coupons }: StandardSwap, hazard: HazardCurve) => {
    const { protection, annuity } = standardSwapLegs(coupons, recoveryRate, hazard, rates);
    const accruedDays = 1 - coupons[0]!.accrualStart;
    return { protection, annuity: annuity - (accruedDays / 360) * rebateFactor };
  };

  const times = swaps.map(({ maturity }) => maturity / 365);
  const hazardRates: Rate[] = [];
  swaps.forEach((swap, k) => {
    const excess = (intensity: Rate) => {
      const { protection, annuity } = legsOf(swap, { times: times.slice(0, k + 1), rates: [...hazardRates, intensity] });
      return protection - swap.quote.spread * annuity;
    };
    const intensity = excess(0) === 0 ? 0 : bisectedRoot(excess, 0, MAX_HAZARD);
    if (intensity === undefined) throw cannotBeFitted(swap, excess(0) > 0, k === 0 ? undefined : swaps[k - 1]);
    hazardRates.push(intensity);
  });

  const hazard: HazardCurve = { times, rates: hazardRates };
  return swaps.map((swap, k) => {
    const { protection, annuity } = legsOf(swap, hazard);
    return {
      tenor: swap.quote.tenor,
      date: dateOfDay(today + swap.maturity),
      time: times[k]!,
      spread: swap.quote.spread,
      hazardRate: hazardRates[k]!,
      survivalProbability: exp(-accumulatedHazard(hazard, times[k]!)),
      residual: protection / annuity - swap.quote.spread,
    };
  });
}

function cannotBeFitted({ quote }: StandardSwap, tooLow: boolean, previous: StandardSwap | undefined): EngineFailure {
  const since = previous === undefined ? '' : ` after ${previous.quote.tenor}`;
  return new EngineFailure(
    'calibration',
    `the spread ${quote.spread} of ${quote.tenor} is too ${tooLow ? 'low' : 'high'}: it implies a default intensity ${
      tooLow ? 'below 0' : `above ${MAX_HAZARD} per year`
    }${since}`,
  );
}

/** The swaps that are quoted, in the order of the quotes. */
function standardSwaps(spreads: readonly CreditSpread[], today: number, pointer: string): StandardSwap[] {
  const faults: Fault[] = [];
  const tenorAt = new Map<number, string>();
  const swaps = spreads.map((quote, i) => {
    const months = tenorMonths(quote.tenor);
    if (months === undefined || months % MONTHS_PER_QUARTER !== 0) {
      faults.push({
        pointer: `${pointer}/${i}/tenor`,
        reason: `must be a whole number of quarters, such as 6M or 5Y; got ${JSON.stringify(quote.tenor)}`,
      });
      return undefined;
    }
    const maturity = maturityOf(today, months);
    if (maturity <= today + 1) {
      faults.push({
        pointer: `${pointer}/${i}/tenor`,
        reason: `must end after tomorrow, but ${quote.tenor} ends on ${dateOfDay(maturity)}`,
      });
      return undefined;
    }
    const other = tenorAt.get(maturity);
    if (other !== undefined)
      faults.push({
        pointer: `${pointer}/${i}/tenor`,
        reason: `must not end when ${other} does, on ${dateOfDay(maturity)}; got ${quote.tenor}`,
      });
    tenorAt.set(maturity, quote.tenor);
    return { quote, maturity: maturity - today, coupons: couponsOf(today, maturity) };
  });
  if (faults.length > 0) throw refusal(faults);
  return swaps.filter((swap) => swap !== undefined);
}

/** The 20th of March, June, September or December on or before a day. */
function lastTwentieth(day: number): number {
  const { year, month, day: dayOfMonth } = civilOf(day);
  const passed = month % MONTHS_PER_QUARTER === 0 && dayOfMonth < 20 ? MONTHS_PER_QUARTER : month % MONTHS_PER_QUARTER;
  return addMonths(dayOfCivil({ year, month, day: 20 }), -passed);
}

/** Maturity of a tenor that is traded today: the tenor is counted from the last roll on 20 March or 20 September, plus a quarter. */
function maturityOf(today: number, months: number): number {
  const twentieth = lastTwentieth(today);
  const inRollMonth = civilOf(twentieth).month % 6 === 3;
  return addMonths(twentieth, (inRollMonth ? MONTHS_PER_QUARTER : 0) + months);
}

/** Coupons from the one that runs tomorrow to the maturity, in days from today. */
function couponsOf(today: number, maturity: number): StandardCoupon[] {
  const tomorrow = today + 1;
  const adjusted = (day: number) => following('weekends', day);
  const twentieth = lastTwentieth(tomorrow);
  let from = adjusted(twentieth) > tomorrow ? addMonths(twentieth, -MONTHS_PER_QUARTER) : twentieth;
  const coupons: StandardCoupon[] = [];
  while (from < maturity) {
    const to = addMonths(from, MONTHS_PER_QUARTER);
    const payment = adjusted(to) - today;
    coupons.push({ accrualStart: adjusted(from) - today, accrualEnd: to === maturity ? maturity + 1 - today : payment, payment });
    from = to;
  }
  return coupons;
}

/** The intensities of a credit curve in any form, in order of time; of one constant intensity, a node after a year. */
export function creditCurve({
  valuationDate,
  recoveryRate,
  spreads,
  hazardRates,
  hazardRate,
  rate,
  curve,
}: CreditCurveRequest): Priced<CreditCurveResponse> | Unpriced<CreditCurveResponse> {
  if (spreads !== undefined) {
    const nodes = bootstrapCreditCurve(
      spreads,
      valuationDate,
      recoveryRate,
      curveOf({ rate: rate ?? (curve ? undefined : 0), curve }, valuationDate, '/curve'),
    );
    return {
      pricerId: SOLVERS.creditCurve.id,
      result: {
        nodes: nodes.map(({ time, hazardRate: intensity, survivalProbability }) => ({ time, hazardRate: intensity, survivalProbability })),
        residuals: nodes.map(({ tenor, residual }) => ({ tenor, error: residual })),
      },
    };
  }
  const stated = hazardRates ?? [{ time: 1, rate: hazardRate ?? Number.NaN }];
  const hazard: HazardCurve = { times: stated.map(({ time }) => time), rates: stated.map(({ rate: intensity }) => intensity) };
  const nodes = stated.map(({ time, rate: intensity }) => ({
    time,
    hazardRate: intensity,
    survivalProbability: exp(-accumulatedHazard(hazard, time)),
  }));
  return { result: { nodes } };
}
