/** Derivatives of valuation adjustments with respect to both parties' credit, spread by spread or intensity by intensity. */
import type { Years } from '../../../base/units.js';
import { accumulatedHazard, type HazardCurve, hazardAt } from '../../../formula/hazard-curve.js';
import type { Exposures } from '../../../simulation/exposure/plan/combine.js';
import { tenorYears } from '../../../time/tenor.js';
import { type Credit, completed, figuresOf, type MeasureFigures, type Measures, weightsFor, type XvaTerms } from '../adjustments.js';
import { type NettingSet, resolveParties } from '../netting-set.js';
import type { XvaSensitivitiesInput } from '../requests.js';
import type { SimulatedRequest } from '../simulated-request.js';
import { noSensitivity } from './sensitivity.js';

/** Bump of a spread or an intensity: large enough that rounding of the sums does not matter. */
const CREDIT_BUMP = 1e-5;

type CreditSensitivity = MeasureFigures & {
  readonly party: 'counterparty' | 'own';
  readonly quote: 'spread' | 'intensity';
  readonly tenor: Years;
};

/** The adjustments with credit moved one way less those with it moved the other way, over the distance. */
type CreditDifference = (up: XvaTerms, down: XvaTerms, width: number) => Measures;

/** Both parties' credit, spread by spread where spreads are given, otherwise the intensity from one tenor to the next. */
export function creditSensitivities(
  request: SimulatedRequest<XvaSensitivitiesInput>,
  nettingSet: NettingSet,
  terms: XvaTerms,
  difference: CreditDifference,
): CreditSensitivity[] {
  const last = nettingSet.times[nettingSet.times.length - 1]!;
  return (['counterparty', 'own'] as const).flatMap((party): CreditSensitivity[] => {
    const input = request[party];
    const credit = terms[party];
    if (input === undefined || credit === undefined) return [];
    const { cdsCurve } = input;
    if (cdsCurve !== undefined)
      return cdsCurve.map(({ tenor }, i) => {
        const termsAt = (bump: number): XvaTerms => {
          const bumped = cdsCurve.map((quote, j) => (i === j ? { ...quote, spread: Math.max(quote.spread + bump, 0) } : quote));
          return resolveParties({ ...request, [party]: { ...input, cdsCurve: bumped } }, nettingSet);
        };
        // A spread of less than the bump is moved up alone.
        const down = Math.min(CREDIT_BUMP, cdsCurve[i]!.spread);
        const spreadDifference = difference(termsAt(CREDIT_BUMP), termsAt(-down), CREDIT_BUMP + down);
        return { party, quote: 'spread', tenor: tenorYears(tenor), ...figuresOf(spreadDifference) };
      });
    const tenors = request.tenors.filter((_, i) => i === 0 || request.tenors[i - 1]! < last);
    return tenors.map((tenor, i) => {
      const from = i === 0 ? 0 : tenors[i - 1]!;
      const to = i === tenors.length - 1 ? Number.POSITIVE_INFINITY : tenor;
      const termsAt = (bump: number): XvaTerms => ({ ...terms, [party]: { ...credit, hazard: raised(credit.hazard, from, to, bump) } });
      const derivative = difference(termsAt(CREDIT_BUMP), termsAt(-CREDIT_BUMP), 2 * CREDIT_BUMP);
      return { party, quote: 'intensity', tenor, ...figuresOf(derivative) };
    });
  });
}

/** The intensity moved between two times. */
function raised(hazard: HazardCurve, from: Years, to: Years, shiftSize: number): HazardCurve {
  const inner = [...hazard.times.slice(0, -1), from, to].filter((time) => time > 0 && time < Number.POSITIVE_INFINITY);
  const times = [...new Set(inner)].sort((a, b) => a - b);
  // The last piece has no end; any time beyond the others stands for it.
  const ends = [...times, (times.at(-1) ?? 0) + 1];
  return { times: ends, rates: ends.map((end) => hazardAt(hazard, end) + (end > from && end <= to ? shiftSize : 0)) };
}

/**
 * Differences of credit where intensities move with the market: the derivatives with respect to the logarithms of today's survival probabilities come with the
 * simulation, and ln S = −Λ of a moved curve is known. So the paths are not valued again.
 */
export function movingCreditDifference({ times }: NettingSet, terms: XvaTerms, { sets, bySurvival = [] }: Exposures): CreditDifference {
  const exposures = sets[0]!;
  const weights = weightsFor(times, exposures, terms);
  const logSurvival = (credit: Credit | undefined, time: Years): number =>
    credit === undefined ? 0 : -accumulatedHazard(credit.hazard, time);
  return (up, down, width) => {
    const slope = (party: 'counterparty' | 'own', time: Years): number =>
      (logSurvival(up[party], time) - logSurvival(down[party], time)) / width;
    const total = noSensitivity(exposures[0]!.ee.shifts.length);
    const add = (name: 'cva' | 'dva' | 'fca' | 'fba' | 'mva', weight: number, amountAt: (shift: number) => number): void => {
      const { [name]: sums } = total;
      for (let shift = 0; shift < sums.length; shift++) sums[shift] = sums[shift]! + weight * amountAt(shift);
    };
    exposures.forEach(({ discount, weighted, shares: [counted] }, k) => {
      if (counted === undefined) return;
      const { bucket } = counted;
      const [start, time] = [bucket === 0 ? 0 : times[bucket - 1]!, times[bucket]!];
      const slopes = [slope('counterparty', start), slope('counterparty', time), slope('own', start), slope('own', time)];
      const along = (derivatives: readonly number[]): number => slopes.reduce((sum, each, i) => sum + each * derivatives[i]!, 0);
      add('cva', weights.cva[k]!, (shift) => along(bySurvival[k]![shift]!.gain));
      add('dva', weights.dva[k]!, (shift) => along(bySurvival[k]![shift]!.loss));
      if (!terms.fundingSurvivalWeighted || weighted === undefined) return;
      const bothStart = (slopes[0]! + slopes[2]!) * discount;
      add('fca', weights.fca[k]! * bothStart, (shift) => weighted.fundedGain.shifts[shift]!);
      add('fba', weights.fba[k]! * bothStart, (shift) => weighted.fundedLoss.shifts[shift]!);
      add('mva', weights.mva[k]! * bothStart, (shift) => weighted.fundedMargin.shifts[shift]!);
    });
    return completed(total);
  };
}
