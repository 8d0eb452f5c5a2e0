/** A chaos scenario: a fault, what the service promises under it, and an attack that measures whether it does. */

export interface Scenario {
  /** Names it on the command line: `npm run chaos -- killed-services`. */
  readonly name: string;
  /** A true sentence about the service, as in k8s/RELIABILITY.md. */
  readonly promise: string;
  /** @returns why it cannot be tried here; undefined where it can. Absent: it always can */
  leftOut?(): string | undefined;
  /**
   * Makes the fault on a service of its own and compares what callers saw with the promise.
   *
   * @param effort  full: as the promise says; short: as much as a test run can afford
   * @returns what was measured, in one line
   * @throws Error that says what was promised and what was measured, where the promise was not kept
   */
  run(effort: Effort): Promise<string>;
}

export type Effort = 'full' | 'short';

/** @throws Error with the measurement where the promise was not kept */
export function promised(isKept: boolean, measurement: string): void {
  if (!isKept) throw new Error(`not kept: ${measurement}`);
}
