/** The results of the risk measures as a process gives them that computes all blocks itself. */
import {
  type BlockJob,
  backtestForecasts as backtestMeasure,
  expectedShortfallJob,
  explain as explainMeasure,
  optimiseHedge as hedgeMeasure,
  historicalVarJob,
  monteCarloVarJob,
  parametricVar as parametricVarMeasure,
  portfolioVar as portfolioVarMeasure,
  type RiskLimits,
  runJob,
  sensitivities as sensitivitiesMeasure,
  stressGridJob,
  stressScenariosJob,
} from '#engine';

const whole =
  <Request, Part, Response>(job: (request: Request, limits: RiskLimits) => BlockJob<Part, Response>) =>
  (request: Request, limits: RiskLimits): Response =>
    runJob(job(request, limits));

const resultOf =
  <Request, Result>(measure: (request: Request) => { readonly result: Result }) =>
  (request: Request): Result =>
    measure(request).result;

export const historicalVar = whole(historicalVarJob);
export const monteCarloVar = whole(monteCarloVarJob);
export const expectedShortfall = whole(expectedShortfallJob);
export const stressGrid = whole(stressGridJob);
export const stress = whole(stressScenariosJob);
export const portfolioVar = resultOf(portfolioVarMeasure);
export const parametricVar = resultOf(parametricVarMeasure);
export const explain = resultOf(explainMeasure);
export const sensitivities = resultOf(sensitivitiesMeasure);
export const backtestForecasts = resultOf(backtestMeasure);
export const optimiseHedge = async (request: Parameters<typeof hedgeMeasure>[0]) => (await hedgeMeasure(request)).result;
