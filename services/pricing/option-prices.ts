/** Prices and Greeks of options with dividends on dates, or a volatility by time or from a surface: one, or many on worker threads. */
import { EngineFailure, type manifestFor, optionMeasures } from '#engine';
import { parse, SOLUTIONS, solutionMs, surfaceMs, vanillaOptionRequest } from '#engine/schemas';
import { toMessage } from '#proto/failure';
import type { CallContext } from '#proto/services';
import type { Manifest } from '#proto/types/svc/common/v1/Manifest';
import type { OptionBatch__Output } from '#proto/types/svc/pricing/v1/OptionBatch';
import type { OptionResults } from '#proto/types/svc/pricing/v1/OptionResults';
import { finiteJson, parseBody } from '../compute/work-outcome.js';
import type { WorkerPool } from '../compute/worker-pool.js';
import { callFailure } from '../rpc/status.js';

type OptionMeasure = keyof typeof SOLUTIONS;

/** A priced option without what belongs to one run, its manifest. */
export interface PricedOption {
  readonly resultJson: string;
  readonly pricerId: string;
  /** ISO date */
  readonly marketDataAsOf: string;
  /** The adapter of WebGPU, where that simulated. */
  readonly adapter?: string;
}

/** @param today ISO date, the valuation date of the option */
function pricedOption(measure: OptionMeasure, body: unknown, today: string): PricedOption {
  const request = parse(vanillaOptionRequest, body);
  const { pricerId, result } = optionMeasures[measure](request, today);
  const { spot, strike, optionType } = request;
  return { resultJson: finiteJson({ ...result, spot, strike, optionType }), pricerId, marketDataAsOf: today };
}

/** Some options of a batch, for one thread. */
export interface OptionTask {
  readonly measure: OptionMeasure;
  readonly options: readonly unknown[];
  readonly today: string;
}

/** An error that crosses threads keeps only its message, so a failure is data. */
type OptionOutcome = PricedOption | { readonly failure: Pick<EngineFailure, 'kind' | 'message' | 'faults'> };

export const outcomesOf = ({ measure, options, today }: OptionTask): OptionOutcome[] =>
  options.map((option) => {
    try {
      return pricedOption(measure, option, today);
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error;
      const { kind, message, faults } = error;
      return { failure: { kind, message, faults } };
    }
  });

/** Milliseconds for which one option may hold up the other calls of the process. */
const MAX_HELD_MS = 100;

/** One option: on a thread where it takes long, as many dividends in cash or smiles do. */
export async function pricedAlone(
  workers: WorkerPool<OptionTask>,
  measure: OptionMeasure,
  body: unknown,
  today: string,
  call: CallContext,
): Promise<PricedOption> {
  if (SOLUTIONS[measure] * solutionMs(body) + surfaceMs(body) <= MAX_HELD_MS) return pricedOption(measure, body, today);
  const [outcome] = (await workers.runPart({ measure, options: [body], today }, call)) as OptionOutcome[];
  if (outcome === undefined) throw new Error('a worker gave no price');
  if (!('failure' in outcome)) return outcome;
  const { kind, message, faults } = outcome.failure;
  throw new EngineFailure(kind, message, faults);
}

/** Milliseconds of a task: far more than its way to the thread takes, and few enough that other tenants are served between. */
const TASK_MS = 100;
/** Milliseconds of a closed form, with its way to the thread. */
const CLOSED_FORM_MS = 0.05;

/** Consecutive options of about TASK_MS each. */
function tasksOf(measure: OptionMeasure, options: readonly unknown[], today: string): OptionTask[] {
  const tasks: { measure: OptionMeasure; options: unknown[]; today: string }[] = [];
  let remainingMs = 0;
  for (const option of options) {
    if (remainingMs <= 0) {
      tasks.push({ measure, options: [], today });
      remainingMs = TASK_MS;
    }
    tasks.at(-1)?.options.push(option);
    remainingMs -= CLOSED_FORM_MS + SOLUTIONS[measure] * solutionMs(option);
  }
  return tasks;
}

/**
 * Prices many options, in tasks that the threads share; one that cannot be priced fails alone.
 *
 * @param manifestOf the manifest of a pricer for this call
 */
export async function pricedOptions(
  workers: WorkerPool<OptionTask>,
  measure: OptionMeasure,
  { optionsJson, today }: OptionBatch__Output,
  call: CallContext,
  manifestOf: (pricerId: string) => ReturnType<typeof manifestFor> & Manifest,
): Promise<OptionResults> {
  const [first, ...furtherTasks] = tasksOf(measure, parseBody(optionsJson) as unknown[], today);
  if (first === undefined) return {};
  // The first may be refused because too many wait; after it, the computation is accepted.
  const parts = [await workers.runPart(first, call), ...(await workers.runParts(furtherTasks, call))] as OptionOutcome[][];
  const outcomes = parts.flat();
  const failures = outcomes.flatMap((outcome, row) => {
    if (!('failure' in outcome)) return [];
    const { kind, message, faults } = outcome.failure;
    return [{ row, failure: toMessage(callFailure(new EngineFailure(kind, message, faults))) }];
  });
  const pricers = new Set(outcomes.flatMap((outcome) => ('pricerId' in outcome ? [outcome.pricerId] : [])));
  return {
    resultJson: outcomes.map((outcome) => ('resultJson' in outcome ? outcome.resultJson : '')),
    failures,
    manifests: [...pricers].map(manifestOf),
  };
}
