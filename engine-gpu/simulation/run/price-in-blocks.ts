/**
 * The price of a contract as a computation that several workers share. A unit is one random shift of the lattice: its sums depend on nothing but
 * the request and its number, and the result is made of the sums of all shifts in their order, as `priceContract` makes it. So the price has
 * the same bits however the shifts are shared, where one backend computes them all.
 */
import type { Backend, BackendName, Fallback } from '../../backend/backend.js';
import type { Market } from '../../market/market.js';
import type { Contract } from '../../product/contract/contract.js';
import { allRows, layoutFor, STREAMS } from '../../random/lattice.js';
import { pointsSummed } from '../emit/launch.js';
import { type Policy, withPolicy } from './choice-regression.js';
import {
  type Contributions,
  compose,
  DEFAULT_SEED,
  finiteMeans,
  type MonteCarloResult,
  type MonteCarloSettings,
  NO_CONTRIBUTIONS,
  pathsOf,
  policyFor,
  type RunLimits,
  resultOf,
  shiftMeans,
  shiftSums,
  simulate,
} from './monte-carlo.js';

/** Result of one shift. */
interface ShiftPart {
  /** Per output of the program. */
  readonly sums: Float64Array;
  readonly contributions: Contributions;
}

/** Results of the shifts of a block, and the backend that computed them. */
export interface SimulatedBlock {
  readonly parts: readonly ShiftPart[];
  readonly numPaths: number;
  readonly backend: BackendName;
  readonly fallbacks: readonly Fallback[];
}

export interface PriceJob {
  /** Shifts; 0 where the run decides on its number of paths as it goes, so that it cannot be shared. */
  readonly units: number;
  run(first: number, units: number, limits: RunLimits, backend: Backend): Promise<SimulatedBlock>;
  /** @param blocks of all units, in order */
  combine(blocks: readonly SimulatedBlock[]): MonteCarloResult;
}

export function priceJob(contract: Contract, market: Market, settings: MonteCarloSettings): PriceJob {
  const { numPaths, seed = DEFAULT_SEED, targetStandardError } = settings;
  const layout = numPaths === undefined || targetStandardError !== undefined ? { shifts: 0, log2Points: 0 } : layoutFor(numPaths);
  const program = compose(contract, market, settings);
  const policies = new Map<BackendName, Promise<Policy>>();
  /** Each backend fits the choices with its own arithmetic, once. */
  const policyOn = (backend: Backend, { signal }: RunLimits): Promise<Policy> => {
    const fitted = policies.get(backend.name) ?? policyFor(program, { ...settings, ...(signal && { signal }) }, backend);
    policies.set(backend.name, fitted);
    fitted.catch(() => policies.delete(backend.name));
    return fitted;
  };
  return {
    units: layout.shifts,
    run: async (first, units, limits, backend) => {
      const rows = allRows(layout).filter(({ shift }) => shift >= first && shift < first + units);
      const fitted = withPolicy(program, await policyOn(backend, limits));
      const all = Array.from({ length: units }, () => shiftSums(program, 1));
      const points = { seed, stream: STREAMS.pricing, points: pointsSummed(rows[0]!), signal: limits.signal, progress: limits.progress };
      const ran = await simulate(fitted, rows, points, backend, ({ shift }, values) => all[shift - first]!.add({ shift: 0 }, values));
      const parts = all.map(({ sums, contributions }) => ({ sums: Float64Array.from(sums, ([sum]) => sum!), contributions }));
      return { parts, numPaths: pathsOf({ ...layout, shifts: units }), ...ran };
    },
    combine: (blocks) => {
      const parts = blocks.flatMap((block) => block.parts);
      const sums = Array.from({ length: program.outputs }, (_, output) => Float64Array.from(parts, (part) => part.sums[output]!));
      const [means, ...otherMeans] = finiteMeans(shiftMeans(program, sums, layout.log2Points));
      const contributions = { ...NO_CONTRIBUTIONS };
      for (const each of parts)
        for (const name of Object.keys(contributions) as (keyof Contributions)[]) contributions[name] += each.contributions[name];
      const fallbacks = new Map(blocks.flatMap((block) => block.fallbacks).map((each) => [JSON.stringify(each), each]));
      const { backend } = blocks[blocks.length - 1]!;
      const estimate = {
        means: means!,
        others: otherMeans,
        contributions,
        numPaths: pathsOf(layout),
        backend,
        fallbacks: [...fallbacks.values()],
      };
      return resultOf(program, estimate, settings);
    },
  };
}
