/** The amounts of which moments are wanted, of one path, for a value and a collateral that may be others than those of the path. */
import type { Price, Years } from '../../../base/units.js';
import type { PathCredit } from '../paths/path-credit.js';

/** Capital as a function of the value of the netting set, of the collateral held less that posted, and of two add-ons that are known. */
export interface Requirement {
  /** @param exposure  index of the exposure date */
  readonly amount: (exposure: number, value: number, collateral: number) => number;
  /** The derivatives of the amount with respect to each. */
  readonly derivatives: (
    exposure: number,
    value: number,
    collateral: number,
  ) => { readonly value: number; readonly collateral: number; readonly unmargined: number; readonly margined: number };
  /** The part of each trade in the add-ons, without and with the margin agreement; the parts add up to the add-ons. */
  readonly addOnShares: (exposure: number) => readonly [unmargined: readonly number[], margined: readonly number[]];
}

/** The requirement at the times of the exposures; just before the payments of a date is a time before it. */
export type RequirementAt = (times: readonly Years[]) => Requirement;

/**
 * Amounts of which moments are wanted: positive and negative exposure; where intensities move, both with the probabilities of default and of the
 * survival that funding counts with; modelled initial margin; capital.
 */
export type Weighting = 'ee' | 'nee' | 'cva' | 'dva' | 'fca' | 'fba' | 'margin' | 'capital';

/** State of the paths at an exposure date besides value and collateral. */
export interface PathTerms {
  /** Initial margin of each path; 0 where there is none. */
  readonly margin: Float64Array;
  readonly deflator: Float64Array;
  readonly parties: PathCredit | undefined;
}

/** Writes the amounts of a path, before they are deflated, in the order of the plan's weightings. */
type AmountsOf = (exposure: number, p: number, value: Price, collateral: Price, terms: PathTerms, into: Float64Array) => void;

/** The amounts of which a simulation wants moments. */
export interface PlannedAmounts {
  /** Weightings in the order of the moments. */
  readonly weightings: readonly Weighting[];
  readonly requirement: Requirement | undefined;
}

export function amountsOf({ requirement, weightings }: PlannedAmounts): AmountsOf {
  return (exposure, p, value, collateral, { margin, parties }, into) => {
    const net = value - collateral;
    const exposed = Math.sign(net) * Math.max(Math.abs(net) - margin[p]!, 0);
    const [gain, loss] = [Math.max(exposed, 0), Math.max(-exposed, 0)];
    for (let w = 0; w < weightings.length; w++)
      switch (weightings[w]) {
        case 'ee':
          into[w] = gain;
          break;
        case 'nee':
          into[w] = loss;
          break;
        case 'cva':
          into[w] = gain * (parties?.counterparty[p] ?? 0);
          break;
        case 'dva':
          into[w] = loss * (parties?.own[p] ?? 0);
          break;
        case 'fca':
          into[w] = gain * (parties?.funded[p] ?? 0);
          break;
        case 'fba':
          into[w] = loss * (parties?.funded[p] ?? 0);
          break;
        case 'margin':
          into[w] = margin[p]! * (parties?.funded[p] ?? 1);
          break;
        case 'capital':
          into[w] = requirement?.amount(exposure, value, collateral) ?? 0;
          break;
      }
  };
}
