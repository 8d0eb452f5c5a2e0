/** The results of the methods of the risk service, each by its entry in the table, as a process gives them that computes all blocks itself. */
import type { z } from 'zod';
import * as engine from '#engine';
import { type Compute, type PlanJob, type RiskMethod, riskMethods } from '#services/risk/methods';

type Entry<Method extends RiskMethod> = (typeof riskMethods)[Method];
type Computed<Entry> = Entry extends { readonly compute: (...args: never) => (...args: never) => infer Result } ? Result : never;
type Planned<Entry> = Entry extends {
  readonly job: (...args: never) => (...args: never) => engine.BlockJob<infer _, infer Result, unknown>;
}
  ? Result
  : never;
type ResultIn<Reply> =
  Reply extends Promise<infer Settled> ? Promise<ResultIn<Settled>> : Reply extends { result: infer Result } ? Result : never;

type Measures = {
  readonly [Method in RiskMethod]: (
    request: z.output<Entry<Method>['request']>,
    limits?: engine.RiskLimits,
  ) => ResultIn<Computed<Entry<Method>>> | Planned<Entry<Method>>;
};

const resultOf = (method: RiskMethod) => (request: unknown, limits: engine.RiskLimits) => {
  const entry = riskMethods[method];
  if ('job' in entry) return engine.runJob((entry.job as PlanJob)(engine)(request, limits));
  const computed = (entry.compute as Compute)(engine)(request);
  return computed instanceof Promise ? computed.then(({ result }) => result) : computed.result;
};

export const measures = Object.fromEntries(
  (Object.keys(riskMethods) as RiskMethod[]).map((method) => [method, resultOf(method)]),
) as unknown as Measures;
