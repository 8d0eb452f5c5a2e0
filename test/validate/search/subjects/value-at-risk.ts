/** Value at risk, shortfall and backtests of books of options, each computed again by definition. */
import { density, derivative, normalCdf, normalMean } from '../reference-formulas.js';
import type { Data } from '../service.js';
import { MAX_STANDARD_ERRORS, type Subject, type Trial } from '../subject.js';
import { drawBook, FORMULA, greeksOf, namesOf, type Position, sizeOf, sum, worthOf } from './drawn-books.js';

/** A quantile of the normal law, by bisection. */
function normalQuantile(p: number): number {
  let [low, high] = [-40, 40];
  for (let step = 0; step < 200; step++) {
    const middle = (low + high) / 2;
    if (normalCdf(middle) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

type Matrix = number[][];

const times = (a: Matrix, b: Matrix): Matrix => a.map((row) => b[0]!.map((_, j) => sum(row.map((value, k) => value * b[k]![j]!))));

const trace = (a: Matrix): number => sum(a.map((row, i) => row[i]!));

/** Correlations of one common factor with a loading each, which are those of a law in any case. */
function drawCorrelations(trial: Trial, names: readonly string[]) {
  const loading = names.map(() => trial.uniform(-0.95, 0.95));
  const matrix = names.map((_, i) => names.map((__, j) => (i === j ? 1 : loading[i]! * loading[j]!)));
  const correlations = names.flatMap((asset1, i) =>
    names.slice(i + 1).map((asset2, k) => ({ asset1, asset2, correlation: matrix[i]![i + 1 + k]! })),
  );
  return { matrix, correlations };
}

async function judgeNormalVar(trial: Trial): Promise<void> {
  const positions = drawBook(trial);
  const names = namesOf(positions);
  const { matrix, correlations } = drawCorrelations(trial, names);
  const confidence = trial.draw.pick(0.95, 0.99, trial.uniform(0.6, 0.9999));
  const horizonDays = trial.draw.pick(1, 10, trial.whole(1, 60));
  const alone = await greeksOf(trial, positions);
  const share = names.map((name) => positions.find(({ underlying }) => underlying === name)!);
  const moves = share.map(({ spot, volatility }) => spot * volatility * Math.sqrt(horizonDays / 252));
  const weights = (greek: 'delta' | 'gamma') =>
    names.map((name) => sum(positions.map((each, i) => (each.underlying === name ? each.quantity * alone[i][greek] : 0))));
  const delta = weights('delta').map((value, i) => value * moves[i]!);
  const gamma = weights('gamma').map((value, i) => value * moves[i]! ** 2);
  const z = normalQuantile(confidence);
  const tailMean = density(z) / (1 - confidence);
  const deviation = Math.sqrt(sum(delta.flatMap((a, i) => delta.map((b, j) => a * b * matrix[i]![j]!))));
  const body = { positions, confidence, horizonDays, ...(correlations.length > 0 && { correlations }) };
  const size = deviation * z;
  for (const operation of ['portfolioVar', 'riskVarParametric']) {
    const normal = await trial.ask(operation, { ...body, incremental: true });
    trial.close('delta-normal value at risk', normal.valueAtRisk, size, 1e-8 * size);
    trial.close('delta-normal shortfall', normal.expectedShortfall, tailMean * deviation, 1e-8 * size);
    trial.close('standard deviation', normal.standardDeviation, deviation, 1e-8 * deviation);
    for (const [i, each] of normal.components.entries()) {
      const contribution = (z * delta[i]! * sum(delta.map((b, j) => b * matrix[i]![j]!))) / deviation;
      trial.close('contribution', each.contribution, contribution, 1e-7 * size);
      const rest = delta.map((b, j) => (j === i ? 0 : b));
      const figureWithout = z * Math.sqrt(sum(rest.flatMap((a, j) => rest.map((b, k) => a * b * matrix[j]![k]!))));
      if (each.incremental !== undefined) trial.close('what an underlying adds', each.incremental, size - figureWithout, 1e-7 * size);
    }
  }
  // The quadratic form's four cumulants, from traces of (ΓΣ)ᵏ.
  const gs = names.map((_, i) => names.map((__, j) => gamma[i]! * matrix[i]![j]!));
  const gs2 = times(gs, gs);
  const column = delta.map((value) => [value]);
  const form = (middle: Matrix) => sum(times(middle, column).map(([value], i) => value! * delta[i]!));
  const sg = times(
    matrix,
    names.map((_, i) => names.map((__, j) => (i === j ? gamma[i]! : 0))),
  );
  const mean = trace(gs) / 2;
  const variance = form(matrix) + trace(gs2) / 2;
  const third = 3 * form(times(sg, matrix)) + trace(times(gs2, gs));
  const fourth = 12 * form(times(times(sg, sg), matrix)) + 3 * trace(times(gs2, gs2));
  const [skewness, kurtosis] = [third / variance ** 1.5, fourth / variance ** 2];
  const quadratic = await trial.ask('riskVarParametric', { ...body, method: 'delta_gamma' });
  const w = (x: number) =>
    x + ((x * x - 1) * skewness) / 6 + ((x ** 3 - 3 * x) * kurtosis) / 24 - ((2 * x ** 3 - 5 * x) * skewness ** 2) / 36;
  const sd = Math.sqrt(variance);
  const scale = sd * (z + Math.abs(skewness) * z ** 3 + Math.abs(kurtosis) * z ** 3) + Math.abs(mean);
  trial.close('mean of the quadratic form', quadratic.mean, mean, 1e-8 * scale);
  trial.close('deviation of the quadratic form', quadratic.standardDeviation, sd, 1e-8 * scale);
  trial.close('skewness', quadratic.skewness, skewness, 1e-7 * (1 + Math.abs(skewness)));
  trial.close('kurtosis', quadratic.excessKurtosis, kurtosis, 1e-7 * (1 + kurtosis));
  trial.close('Cornish-Fisher value at risk', quadratic.valueAtRisk, -(mean + sd * w(-z)), 1e-7 * scale);
  const p = 1 - confidence;
  const tailed = normalMean((x) => (x < -z ? w(x) : 0), [-z]) / p;
  trial.close('Cornish-Fisher shortfall', quadratic.expectedShortfall, -(mean + sd * tailed), 1e-6 * scale);
  const shortfall = await trial.ask('riskExpectedShortfall', {
    ...body,
    method: 'parametric',
    expansion: 'delta_gamma',
    incremental: true,
  });
  trial.same('shortfall by its own operation', shortfall.expectedShortfall, quadratic.expectedShortfall, 1e-12);
  const total = (components: Data[]) => sum(components.map(({ contribution }) => contribution));
  trial.close('contributions add up', total(quadratic.components), quadratic.valueAtRisk, 1e-9 * scale);
  trial.close('contributions to the shortfall add up', total(shortfall.components), shortfall.expectedShortfall, 1e-9 * scale);
  // A contribution is the derivative by the size of the underlying's positions.
  const name = trial.draw.pick(...names);
  const scaled = (operation: string, more: object, figure: string) =>
    derivative(
      async (factor) =>
        (
          await trial.ask(operation, {
            ...body,
            ...more,
            positions: positions.map((each) => (each.underlying === name ? { ...each, quantity: factor * each.quantity } : each)),
          })
        )[figure],
      1,
      0.02,
    );
  const ofName = ({ components }: Data) => components.find(({ underlying }: Data) => underlying === name).contribution;
  trial.close(
    'contribution is a derivative',
    ofName(quadratic),
    await scaled('riskVarParametric', { method: 'delta_gamma' }, 'valueAtRisk'),
    1e-5 * scale,
  );
  trial.close(
    'contribution to the shortfall is a derivative',
    ofName(shortfall),
    await scaled('riskExpectedShortfall', { method: 'parametric', expansion: 'delta_gamma' }, 'expectedShortfall'),
    1e-5 * scale,
  );
}

/** The tail of losses by the rule of the documentation. */
function tailOf(losses: readonly number[], p: number, weights: readonly number[]) {
  const order = losses.map((_, i) => i).toSorted((i, j) => losses[j]! - losses[i]!);
  let cumulative = 0;
  const beyond: number[] = [];
  for (const i of order) {
    cumulative += weights[i]!;
    if (cumulative <= p + 1e-9 / losses.length) beyond.push(i);
    if (cumulative >= p - 1e-9 / losses.length) {
      if (beyond.length === 0) beyond.push(order[0]!);
      const total = sum(beyond.map((each) => weights[each]!));
      return {
        valueAtRisk: losses[i]!,
        expectedShortfall: sum(beyond.map((each) => (weights[each]! * losses[each]!) / total)),
        beyond,
        quantile: i,
      };
    }
  }
  throw new Error('the weights do not add up to 1');
}

async function judgeHistorical(trial: Trial): Promise<void> {
  const positions = drawBook(trial);
  const names = namesOf(positions);
  const days = trial.whole(20, 60);
  const horizonDays = trial.draw.pick(1, 1, trial.whole(2, 5));
  const returns = Object.fromEntries(
    names.map((name) => [name, Array.from({ length: days }, () => Math.max(-0.5, 0.03 * trial.draw.normal()))]),
  );
  const ageDecay = trial.draw.pick(undefined, trial.uniform(0.9, 0.999));
  const confidence = trial.uniform(0.7, 0.95);
  const scenarios = days - horizonDays + 1;
  const moveOf = (name: string, k: number) => returns[name]!.slice(k, k + horizonDays).reduce((growth, each) => growth * (1 + each), 1) - 1;
  const lossOf = (book: readonly Position[], k: number) =>
    sum(book.map((each) => worthOf(each) - worthOf(each, { spot: moveOf(each.underlying, k) })));
  const raw = Array.from({ length: scenarios }, (_, k) => (ageDecay === undefined ? 1 : ageDecay ** (scenarios - 1 - k)));
  const weights = raw.map((each) => each / sum(raw));
  const losses = (book: readonly Position[]) => Array.from({ length: scenarios }, (_, k) => lossOf(book, k));
  const expected = tailOf(losses(positions), 1 - confidence, weights);
  const body = { positions, returns, confidence, horizonDays, incremental: true, ...(ageDecay !== undefined && { ageDecay }) };
  const size = FORMULA * sizeOf(positions);
  const actual = await trial.ask('riskVarHistorical', { ...body, withStandardErrors: true });
  trial.close('historical value at risk', actual.valueAtRisk, expected.valueAtRisk, 10 * size);
  trial.close('historical shortfall', actual.expectedShortfall, expected.expectedShortfall, 10 * size);
  const shortfall = await trial.ask('riskExpectedShortfall', { ...body, method: 'historical' });
  trial.close('shortfall by its own operation', shortfall.expectedShortfall, expected.expectedShortfall, 10 * size);
  trial.close('value at risk by the operation of shortfall', shortfall.valueAtRisk, expected.valueAtRisk, 10 * size);
  for (const [i, name] of names.entries()) {
    const ofOwn = positions.filter(({ underlying }) => underlying === name);
    const rest = positions.filter(({ underlying }) => underlying !== name);
    trial.close('contribution', actual.components[i].contribution, lossOf(ofOwn, expected.quantile), 10 * size);
    const total = sum(expected.beyond.map((k) => weights[k]!));
    const mean = sum(expected.beyond.map((k) => (weights[k]! / total) * lossOf(ofOwn, k)));
    trial.close('contribution to the shortfall', shortfall.components[i].contribution, mean, 10 * size);
    const figureWithout = rest.length === 0 ? { valueAtRisk: 0, expectedShortfall: 0 } : tailOf(losses(rest), 1 - confidence, weights);
    trial.close('what an underlying adds', actual.components[i].incremental, expected.valueAtRisk - figureWithout.valueAtRisk, 20 * size);
    trial.close(
      'what an underlying adds to the shortfall',
      shortfall.components[i].incremental,
      expected.expectedShortfall - figureWithout.expectedShortfall,
      20 * size,
    );
  }
  // Scaled to today's volatility, by a variance of one's own.
  const decay = trial.uniform(0.85, 0.98);
  const scaledReturns = Object.fromEntries(names.map((name) => [name, atTodaysVolatility(returns[name]!, decay)]));
  const scaled = await trial.ask('riskVarHistorical', { ...body, volatilityDecay: decay });
  const direct = await trial.ask('riskVarHistorical', { ...body, returns: scaledReturns });
  trial.close('scaled to today’s volatility', scaled.valueAtRisk, direct.valueAtRisk, 1e-6 * Math.abs(direct.valueAtRisk) + 10 * size);
}

/** Returns times today's volatility over that of their day: σ² by exponential weights, begun at the mean square of all. */
function atTodaysVolatility(returns: readonly number[], decay: number): number[] {
  let variance = sum(returns.map((each) => each * each)) / returns.length;
  const variances = returns.map((each) => {
    const ofDay = variance;
    variance = decay * variance + (1 - decay) * each * each;
    return ofDay;
  });
  return returns.map((each, i) => Math.max(-1, each * Math.sqrt(variance / variances[i]!)));
}

async function judgeMonteCarloVar(trial: Trial): Promise<void> {
  const horizonDays = trial.draw.pick(1, 10, 20);
  const confidence = trial.uniform(0.8, 0.98);
  // One underlying whose value rises with the spot: the quantile of the loss is the loss at the quantile of the move.
  const [first] = drawBook(trial, 1) as [Position];
  const position = { ...first, quantity: Math.abs(first.quantity) + 1, optionType: 'call' as const };
  const step = position.volatility * Math.sqrt(horizonDays / 252);
  const lossAt = (z: number) => worthOf(position) - worthOf(position, { spot: Math.max(-1, step * z) });
  const z = -normalQuantile(confidence);
  const body = { positions: [position], horizonDays, confidence, pricer: { numPaths: 4096, seed: trial.pathSeed() } };
  const single = await trial.ask('riskVarMonteCarlo', body);
  const rounding = FORMULA * sizeOf([position]);
  trial.close('quantile of the loss', single.valueAtRisk, lossAt(z), MAX_STANDARD_ERRORS * single.standardError + rounding);
  const shortfall = normalMean((x) => (x < z ? lossAt(x) : 0), [z]) / (1 - confidence);
  trial.close(
    'mean loss beyond',
    single.expectedShortfall,
    shortfall,
    MAX_STANDARD_ERRORS * single.standardErrors.expectedShortfall + rounding,
  );
  // Two underlyings that move as one.
  const twin = { ...position, underlying: 'TWIN', id: 'twin' };
  const pair = await trial.ask('riskVarMonteCarlo', {
    ...body,
    positions: [position, twin],
    correlations: [{ asset1: position.underlying, asset2: 'TWIN', correlation: 1 }],
  });
  trial.close('two that move as one', pair.valueAtRisk, 2 * lossAt(z), MAX_STANDARD_ERRORS * pair.standardError + rounding);
  // Forwards by deep calls and puts: the law is normal, whatever the correlation.
  const positions = drawBook(trial).flatMap((each) => [
    { ...each, optionType: 'call' as const },
    { ...each, id: `${each.id}x`, quantity: -each.quantity, optionType: 'put' as const },
  ]);
  const names = namesOf(positions);
  const { matrix, correlations } = drawCorrelations(trial, names);
  const moves = names.map((name) =>
    sum(
      positions.map((each) =>
        each.underlying === name && each.optionType === 'call'
          ? each.quantity * each.spot * Math.exp(-each.dividend * each.time) * each.volatility * Math.sqrt(horizonDays / 252)
          : 0,
      ),
    ),
  );
  const sd = Math.sqrt(sum(moves.flatMap((a, i) => moves.map((b, j) => a * b * matrix[i]![j]!))));
  const linear = await trial.ask('riskVarMonteCarlo', {
    ...body,
    positions,
    incremental: true,
    ...(correlations.length > 0 && { correlations }),
  });
  // Moves of a week keep all but 1e-9 of spots above 0.
  // Its standard error is an estimate from 16 shifts of the lattice, which for a quantile may come out at a third of the true one.
  const quantileError = (Math.sqrt((confidence * (1 - confidence)) / linear.numPaths) / density(z)) * sd;
  trial.close('a linear book is normal', linear.valueAtRisk, -z * sd, 5 * Math.max(linear.standardError, quantileError));
  trial.close(
    'a linear book’s shortfall',
    linear.expectedShortfall,
    (density(z) / (1 - confidence)) * sd,
    5 * Math.max(linear.standardErrors.expectedShortfall, 1.5 * quantileError),
  );
  const total = (components: Data[]) => sum(components.map(({ contribution }) => contribution));
  trial.close('contributions add up', total(linear.components), linear.valueAtRisk, 1e-9 * sd);
  const ofOwn = await trial.ask('riskExpectedShortfall', {
    ...body,
    method: 'monte_carlo',
    positions,
    ...(correlations.length > 0 && { correlations }),
  });
  trial.same('shortfall by its own operation', ofOwn.expectedShortfall, linear.expectedShortfall, 1e-12);
  trial.close('contributions to the shortfall add up', total(ofOwn.components), ofOwn.expectedShortfall, 1e-9 * sd);
  for (const [i] of names.entries()) {
    const correlation = sum(moves.map((b, j) => b * matrix[i]![j]!)) / sd;
    const expected = (density(z) / (1 - confidence)) * moves[i]! * correlation;
    // Beyond the quantile the part of a move that the book does not show is as wide as everywhere, and there are few paths.
    const hidden = Math.abs(moves[i]!) * Math.sqrt(Math.max(0, 1 - correlation ** 2) / ((1 - confidence) * linear.numPaths));
    trial.close(
      'contribution of a linear book',
      ofOwn.components[i].contribution,
      expected,
      0.04 * sd + MAX_STANDARD_ERRORS * hidden + 5 * ofOwn.standardErrors.expectedShortfall,
    );
  }
  const blocks = await trial.askInBlocks('riskVarMonteCarlo', body);
  trial.identical(
    'a job is the call, to the bit',
    [blocks.valueAtRisk, blocks.expectedShortfall, blocks.standardError],
    [single.valueAtRisk, single.expectedShortfall, single.standardError],
  );
}

async function judgeBacktest(trial: Trial): Promise<void> {
  const n = trial.draw.pick(250, trial.whole(20, 600));
  const confidence = trial.draw.pick(0.99, trial.uniform(0.9, 0.99));
  const share = trial.draw.pick(1 - confidence, trial.uniform(0.01, 0.2));
  const hits = Array.from({ length: n }, () => trial.draw.chance(share));
  const { kupiec, independence, conditionalCoverage, trafficLight, exceptions, expectedExceptions } = await trial.ask('riskBacktest', {
    profitAndLoss: hits.map((hit) => (hit ? -2 : 1)),
    valueAtRisk: hits.map(() => 1),
    confidence,
  });
  const [x, p] = [hits.filter(Boolean).length, 1 - confidence];
  const likelihood = (a: number, b: number, q: number) => (a > 0 ? a * Math.log(q) : 0) + (b > 0 ? b * Math.log(1 - q) : 0);
  const uc = 2 * (likelihood(x, n - x, x / n) - likelihood(x, n - x, p));
  const count = [0, 0, 0, 0];
  for (let t = 1; t < n; t++) count[2 * Number(hits[t - 1]) + Number(hits[t])]! += 1;
  const [cc, ch, hc, hh] = count as [number, number, number, number];
  const part = (a: number, b: number) => (a + b > 0 ? likelihood(a, b, a / (a + b)) : 0);
  const ind = 2 * (part(ch, cc) + part(hh, hc) - part(ch + hh, cc + hc));
  trial.identical('exceptions', exceptions, x);
  trial.close('expected exceptions', expectedExceptions, n * p, 1e-9 * n);
  trial.close('Kupiec', kupiec.statistic, uc, 1e-8 * (1 + uc));
  trial.close('independence', independence.statistic, ind, 1e-8 * (1 + ind) + 1e-10 * n);
  trial.close('both', conditionalCoverage.statistic, uc + ind, 1e-8 * (1 + uc + ind) + 1e-10 * n);
  // The statistics are the stated ones: near 0 the square root enlarges their rounding.
  const beyond = (statistic: number) => 2 * (1 - normalCdf(Math.sqrt(Math.max(statistic, 0))));
  trial.close('p-value of one degree', kupiec.pValue, beyond(kupiec.statistic), 1e-8);
  trial.close('p-value of independence', independence.pValue, beyond(independence.statistic), 1e-8);
  trial.close('p-value of two degrees', conditionalCoverage.pValue, Math.exp(-(uc + ind) / 2), 1e-8);
  let [term, cumulative] = [confidence ** n, 0];
  for (let k = 0; k <= x; k++) {
    cumulative += term;
    term *= ((n - k) / (k + 1)) * (p / (1 - p));
  }
  trial.close('cumulative binomial', trafficLight.cumulativeProbability, cumulative, 1e-9);
  trial.identical('zone', trafficLight.zone, cumulative < 0.95 ? 'green' : cumulative < 0.9999 ? 'yellow' : 'red');
}

export const valueAtRiskSubjects: readonly Subject[] = [
  { name: 'parametric value at risk', operations: ['portfolioVar', 'riskVarParametric', 'riskExpectedShortfall'], judge: judgeNormalVar },
  { name: 'historical value at risk', operations: ['riskVarHistorical', 'riskExpectedShortfall'], judge: judgeHistorical },
  { name: 'simulated value at risk', operations: ['riskVarMonteCarlo', 'riskExpectedShortfall'], judge: judgeMonteCarloVar },
  { name: 'backtests', operations: ['riskBacktest'], judge: judgeBacktest },
];
