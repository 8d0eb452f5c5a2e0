/** Contracts derived from an autocallable note whose payments tell how the note ends. */
import type { Autocall, Contract } from '../contract/contract.js';
import { lastCallBarrier } from '../contract/note-observation.js';

/** All coupons of the note, undiscounted: the undiscounted note minus the same note without coupons. */
export function undiscountedCoupons(autocall: Autocall): Contract {
  const undiscounted = { ...autocall, paymentWeights: autocall.times.map(() => 1) };
  return {
    type: 'sum',
    terms: [
      { weight: 1, contract: undiscounted },
      { weight: -1, contract: { ...undiscounted, couponRate: 0 } },
    ],
  };
}

/**
 * A contract whose undiscounted payment on a path is a whole number that says how the note with n observation dates ends:
 *
 *   2i  called on date i < n          5n  held to the last date and protected
 *   6n  called on the last date       3n  held to the last date and not protected
 *
 * It is the sum of two notes with whole payments: the first pays i on date i, doubled by a call; the second pays 2n on the last date,
 * doubled above the protection barrier. A note whose protection is watched before the last date counts as protected here.
 */
export function endingCode(autocall: Autocall): Contract {
  const { times, callBarrier, protectionBarrier } = autocall;
  const n = times.length;
  const doubling = { ...plainNote(autocall), couponRate: 1, memory: false, protectionBarrier: 0 };
  return {
    type: 'sum',
    terms: [
      { weight: 1, contract: { ...doubling, couponBarrier: callBarrier, paymentWeights: times.map((_, i) => i + 1) } },
      {
        weight: 1,
        contract: {
          ...doubling,
          couponBarrier: isWatched(autocall) ? 0 : Math.min(lastCallBarrier(autocall), protectionBarrier),
          paymentWeights: times.map((_, i) => (i + 1 === n ? 2 * n : 0)),
        },
      },
    ],
  };
}

/** True if the protection depends on dates before the last one. */
export const isWatched = ({ protectionMonitoring, protectionLost }: Autocall): boolean =>
  protectionMonitoring !== undefined || protectionLost === true;

/** The note without what changes its payments from those of a plain one. */
function plainNote({ protectionMonitoring: _, protectionLost, airbag, participation, missed, ...plain }: Autocall): Autocall {
  return plain;
}

/** An airbag at which the last date repays nothing without protection. */
const NO_REPAYMENT = 1e30;

/** Pays 1 on the last date, undiscounted, where the note is called on it or still protected; 0 on paths where it is called before. */
export const heldAndProtected = (autocall: Autocall): Autocall => {
  const { participation: _, ...note } = autocall;
  return {
    ...note,
    couponRate: 0,
    airbag: NO_REPAYMENT,
    paymentWeights: autocall.times.map((_, i) => (i + 1 === autocall.times.length ? 1 : 0)),
  };
};
