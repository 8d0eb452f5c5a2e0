/** A contract at a later valuation date. */

import { fold } from '../../base/fold.js';
import type { Years } from '../../base/units.js';
import type { Barrier, Contract } from './contract.js';
import { withTimes } from './observable.js';

/** The contract with every time reduced by `passed`; a time that would be negative becomes 0. */
export const afterTime = fold<Contract, 'type', Contract, [passed: Years]>('type', {
  vanilla: (vanilla, _, passed) => ({ ...vanilla, time: nearer(vanilla.time, passed) }),
  digital: (digital, _, passed) => ({ ...digital, time: nearer(digital.time, passed) }),
  cash: (cash, _, passed) => ({ ...cash, time: nearer(cash.time, passed) }),
  payoff: (payoff, _, passed) => ({
    ...payoff,
    of: withTimes(payoff.of, (time) => nearer(time, passed)),
    time: nearer(payoff.time, passed),
  }),
  sum: ({ terms }, again, passed) => ({ type: 'sum', terms: terms.map((term) => ({ ...term, contract: again(term.contract, passed) })) }),
  barrier: (barrier, again, passed) => ({
    ...barrier,
    contract: again(barrier.contract, passed),
    monitoring: monitoringAfter(barrier.monitoring, passed),
  }),
  choice: (choice, again, passed) => ({
    ...choice,
    left: again(choice.left, passed),
    right: again(choice.right, passed),
    time: nearer(choice.time, passed),
  }),
  autocall: ({ protectionMonitoring, ...autocall }, _, passed) => ({
    ...autocall,
    ...(protectionMonitoring !== undefined && { protectionMonitoring: monitoringAfter(protectionMonitoring, passed) }),
    times: autocall.times.map((time) => nearer(time, passed)),
  }),
});

const monitoringAfter = (monitoring: Barrier['monitoring'], passed: Years): Barrier['monitoring'] =>
  monitoring === 'continuous' ? monitoring : monitoring.map((time) => nearer(time, passed));

const nearer = (time: Years, passed: Years): Years => Math.max(0, time - passed);
