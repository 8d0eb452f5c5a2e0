/** Contracts derived from an autocallable note whose payments tell how the note ends. */
import type { Autocall, Contract } from '../contract/contract.js';

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
 * doubled above the protection barrier.
 */
export function endingCode(autocall: Autocall): Contract {
  const { times, callBarrier, protectionBarrier } = autocall;
  const n = times.length;
  const doubling = { ...autocall, couponRate: 1, memory: false, protectionBarrier: 0 };
  return {
    type: 'sum',
    terms: [
      { weight: 1, contract: { ...doubling, couponBarrier: callBarrier, paymentWeights: times.map((_, i) => i + 1) } },
      {
        weight: 1,
        contract: {
          ...doubling,
          couponBarrier: Math.min(callBarrier, protectionBarrier),
          paymentWeights: times.map((_, i) => (i + 1 === n ? 2 * n : 0)),
        },
      },
    ],
  };
}
