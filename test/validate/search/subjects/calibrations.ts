/** Calibrations: quotes made from known parameters are repriced, curves reprice their instruments, and stored market data says what was stored. */
import { black } from '../reference-formulas.js';
import type { Data } from '../service.js';
import type { Subject, Trial } from '../subject.js';

async function judgeSabr(trial: Trial): Promise<void> {
  const beta = trial.draw.pick(0.5, 1, 0);
  const forward = trial.draw.between(0.01, 0.1);
  const [expiry, rho, nu] = [trial.draw.between(0.25, 10), trial.uniform(-0.7, 0.6), trial.uniform(0.2, 0.8)];
  const alpha = trial.uniform(0.15, 0.4) * forward ** (1 - beta);
  const strikes = [0.6, 0.8, 1, 1.2, 1.5, 2].map((each) => each * forward);
  const volatilities = strikes.map((strike) => hagan(forward, strike, expiry, { alpha, beta, rho, nu }));
  const fit = await trial.ask('calibrateSabr', { forward, expiry, beta, strikes, volatilities });
  trial.close('alpha', fit.alpha, alpha, 2e-3 * alpha);
  trial.close('rho', fit.rho, rho, 5e-3);
  trial.close('nu', fit.nu, nu, 5e-3);
  for (const [i, { modelVolatility, marketVolatility }] of fit.fitted.entries()) {
    trial.close('quotes are repriced', modelVolatility, volatilities[i]!, 2e-5);
    trial.close('quotes are repeated', marketVolatility, volatilities[i]!, 0);
  }
  // The pricer is Black at the same smile.
  const [rate, time] = [0.02, expiry];
  const [strike, spot] = [strikes[4]!, forward * Math.exp(-rate * time)];
  const priced = await trial.price('equity_vanilla_sabr_hagan', {
    instrument: { strike, time, optionType: 'call' },
    market: { spot, rate, dividend: 0 },
    params: { alpha, beta, rho, nu },
  });
  const expected =
    Math.exp(-rate * time) * black(forward, strike, hagan(forward, strike, expiry, { alpha, beta, rho, nu }) * Math.sqrt(time), 1);
  trial.close('the pricer is Black at the smile', priced.price, expected, 1e-9 * forward);
}

/** Volatilities with errors of up to a size, and the root mean square of the errors: a fit by least squares is no farther from them than that. */
function withNoise(trial: Trial, volatilities: readonly number[], size: number) {
  const errors = volatilities.map(() => trial.uniform(-size, size));
  const squares = errors.reduce((sum, error) => sum + error * error, 0);
  return { noisy: volatilities.map((volatility, i) => volatility + errors[i]!), rms: Math.sqrt(squares / errors.length) };
}

/** Smiles of SABR of any level and length, with noise. */
async function judgeNoisySabr(trial: Trial): Promise<void> {
  const { draw } = trial;
  const [beta, level, forward, expiry] = [
    draw.pick(0, 0.3, 0.5, 0.7, 1),
    draw.between(0.08, 0.8),
    draw.between(0.005, 200),
    draw.between(0.05, 20),
  ];
  const alpha = level * forward ** (1 - beta);
  const [rho, nu] = [trial.uniform(-0.9, 0.9), Math.min(draw.between(0.05, 2), 2 / Math.sqrt(expiry))];
  const strikes = [-1.5, -1, -0.5, 0, 0.5, 1, 1.5].map((deviation) => forward * Math.exp(deviation * level * Math.sqrt(expiry)));
  const exact = strikes.map((strike) => hagan(forward, strike * (1 + 1e-9), expiry, { alpha, beta, rho, nu }));
  const { noisy, rms } = withNoise(trial, exact, level * draw.between(1e-4, 0.05));
  // Beyond its range the expansion gives no volatility that a market could quote.
  if (!noisy.every((volatility) => volatility > 0.005 && volatility < 5)) return;
  const { rmse } = await trial.ask('calibrateSabr', { forward, expiry, beta, strikes, volatilities: noisy });
  trial.atLeast('the fit is the closest smile', rms, rmse, 1e-7);
}

/** Hagan's lognormal volatility (2002), equation 2.17a. */
function hagan(
  f: number,
  k: number,
  t: number,
  { alpha, beta, rho, nu }: { alpha: number; beta: number; rho: number; nu: number },
): number {
  const log = Math.log(f / k);
  const mid = (f * k) ** ((1 - beta) / 2);
  const z = (nu / alpha) * mid * log;
  const x = Math.log((Math.sqrt(1 - 2 * rho * z + z * z) + z - rho) / (1 - rho));
  const ratio = Math.abs(z) < 1e-7 ? 1 - (rho * z) / 2 : z / x;
  const c = ((1 - beta) * log) ** 2;
  const time =
    1 + ((((1 - beta) * alpha) / mid) ** 2 / 24 + (rho * beta * nu * alpha) / (4 * mid) + ((2 - 3 * rho * rho) * nu * nu) / 24) * t;
  return (alpha / (mid * (1 + c / 24 + (c * c) / 1920))) * ratio * time;
}

async function judgeHeston(trial: Trial): Promise<void> {
  const params = {
    v0: trial.uniform(0.02, 0.1),
    kappa: trial.uniform(1, 4),
    theta: trial.uniform(0.02, 0.1),
    sigma: trial.uniform(0.2, 0.6),
    rho: trial.uniform(-0.8, -0.2),
  };
  const world = { spot: 100, rate: trial.uniform(0, 0.05), dividend: trial.uniform(0, 0.03) };
  const quotes: { strike: number; time: number; impliedVolatility: number }[] = [];
  for (const time of [0.5, 1, 2])
    for (const strike of [85, 100, 115]) {
      const { price } = await trial.price('equity_vanilla_heston_fft', {
        instrument: { strike, time, optionType: 'call' },
        market: world,
        params,
      });
      const { impliedVolatility } = await trial.ask('impliedVolatility', {
        ...world,
        strike,
        time,
        optionType: 'call',
        marketPrice: price,
      });
      quotes.push({ strike, time, impliedVolatility });
    }
  const fit = await trial.ask('calibrateHeston', { ...world, quotes });
  for (const [i, { modelVolatility }] of fit.fitted.entries())
    trial.close('quotes are repriced', modelVolatility, quotes[i]!.impliedVolatility, 2e-4);
  trial.close('v0', fit.v0, params.v0, 0.02 * params.v0 + 1e-4);
  trial.close('rho', fit.rho, params.rho, 0.02);
  const exact = quotes.map(({ impliedVolatility }) => impliedVolatility);
  const { noisy, rms } = withNoise(trial, exact, trial.draw.between(1e-4, 0.02));
  const { rmse } = await trial.ask('calibrateHeston', {
    ...world,
    quotes: quotes.map((quote, i) => ({ ...quote, impliedVolatility: noisy[i]! })),
  });
  trial.atLeast('the fit is the closest surface', rms, rmse, 1e-6);
}

/** Swaptions at the money under one or two factors, whose normal volatility is the price in units of annuity √(T/2π), exact or with noise. */
async function judgeShortRates(trial: Trial): Promise<void> {
  const { draw } = trial;
  const rate = trial.uniform(-0.01, 0.06);
  const curve = { times: [1, 40], zeroRates: [rate, rate] };
  const valuationDate = '2026-01-05';
  const type = draw.pick('g2', 'g2', 'g2', 'hull_white');
  const [meanReversion1, meanReversion2] = [draw.between(0.05, 3), draw.between(0.002, 0.3)];
  const params = {
    // Two factors with the same reversion are one.
    ...{ meanReversion1: type === 'g2' ? meanReversion1 : meanReversion2, meanReversion2 },
    ...{ volatility1: draw.between(0.002, 0.03), volatility2: draw.between(0.002, 0.03), correlation: trial.uniform(-0.95, 0.95) },
  };
  const quotes: { expiry: number; tenor: number; volatility: number }[] = [];
  for (const expiry of [0.5, 1, 2, 5, 10, 20])
    for (const tenor of [1, 5, 10, 20]) {
      const factors = Array.from({ length: tenor }, (_, i) => Math.exp(-rate * (expiry + i + 1)));
      const annuity = factors.reduce((sum, factor) => sum + factor, 0);
      const strike = (Math.exp(-rate * expiry) - factors.at(-1)!) / annuity;
      const instrument = { optionType: 'payer', strike, expiry, tenor, paymentsPerYear: 1 };
      const { price } = await trial.price('rates_swaption_lg2f', { instrument, market: { curve, valuationDate }, params });
      quotes.push({ expiry, tenor, volatility: (price / annuity) * Math.sqrt((2 * Math.PI) / expiry) });
    }
  const exact = quotes.map(({ volatility }) => volatility);
  const { noisy, rms } = withNoise(trial, exact, draw.pick(0, draw.between(1e-6, 5e-4)));
  // Factors that cancel each other leave nothing to fit; a volatility above a tenth is no quote.
  if (!noisy.every((volatility) => volatility > 5e-4 && volatility < 0.1)) return;
  const swaptions = quotes.map(({ expiry, tenor }, i) => ({ expiry, tenor, normalVolatility: noisy[i]! }));
  const { shortRateModel } = await trial.ask('calibrateCurve', { valuationDate, curve, shortRateModel: { type, swaptions } });
  // A hundredth of a basis point is less than any quote's precision.
  trial.atLeast('the fit is the closest model', rms, shortRateModel.rmse, 1e-6);
}

interface Curve {
  readonly nodes: readonly { readonly time: number; readonly discountFactor: number; readonly zeroRate: number }[];
}

/** A bootstrapped curve: deposits and annual overnight swaps repriced by its own discount factors at the nodes. */
function checkCurve(trial: Trial, { nodes }: Curve, rates: readonly number[]): void {
  const [deposit, ...swaps] = nodes;
  trial.close('a deposit is repriced', 1 / deposit!.discountFactor, 1 + (rates[0]! * deposit!.time * 365) / 360, 1e-9);
  let annuity = 0;
  for (const [i, { discountFactor, time, zeroRate }] of swaps.entries()) {
    annuity += discountFactor;
    // Years have 365 or 366 days, of which a payment counts 360.
    trial.close('a swap is repriced', 1 - discountFactor, rates[i + 1]! * annuity * (365 / 360), 4e-3 * (1 - discountFactor) + 5e-4);
    trial.close('zero rate and discount factor agree', Math.exp(-zeroRate * time), discountFactor, 1e-12);
  }
}

async function judgeCurves(trial: Trial): Promise<void> {
  const base = trial.uniform(0, 0.06);
  const rates = Array.from({ length: 6 }, (_, i) => base + 0.002 * i * trial.uniform(-1, 1));
  const instruments = [
    { type: 'deposit', tenor: '3M', rate: rates[0] },
    ...[1, 2, 3, 4, 5].map((years) => ({ type: 'ois', tenor: `${years}Y`, rate: rates[years] })),
  ];
  const valuationDate = '2026-01-05';
  const fitted = await trial.ask('calibrateCurve', { valuationDate, instruments });
  for (const { error } of fitted.residuals) trial.close('instruments are repriced', error, 0, 1e-10);
  const stored = await trial.ask('createCurve', {
    name: `S${trial.whole(0, 1e9)}`,
    currency: 'USD',
    kind: 'discount',
    valuationDate,
    instruments,
  });
  trial.identical(
    'is stored as it is fitted',
    stored.nodes.map(({ discountFactor }: Data) => discountFactor),
    fitted.nodes.map(({ discountFactor }: Data) => discountFactor),
  );
  checkCurve(trial, fitted, rates);
  const moved = instruments.map((each) => ({ ...each, rate: each.rate! + 0.001 }));
  const replaced = await trial.ask(
    'replaceCurve',
    { name: stored.name, currency: 'USD', kind: 'discount', valuationDate, instruments: moved },
    { params: { curveId: stored.id }, headers: { 'if-match': `"${stored.version}"` } },
  );
  checkCurve(
    trial,
    replaced,
    rates.map((each) => each + 0.001),
  );
  const { times, expected } = {
    times: replaced.nodes.map(({ time }: Data) => time),
    expected: replaced.nodes.map(({ discountFactor }: Data) => discountFactor),
  };
  const evaluated = await trial.ask('evaluateCurve', { times: [...times, 7], forwardTenor: '3M' }, { params: { curveId: stored.id } });
  const points = evaluated.points ?? evaluated.values ?? evaluated.results;
  for (const [i, value] of expected.entries()) {
    trial.close('a node is read', points[i].discountFactor, value, 1e-12);
    trial.close('a zero rate is read', Math.exp(-points[i].zeroRate * times[i]), value, 1e-12);
  }
}

/** Curves that discount and project, drawn by their forward rates: the quotes of annual swaps that they imply, in closed form, lead back to them. */
async function judgeCurveSets(trial: Trial): Promise<void> {
  const valuationDate = '2026-01-05';
  const dates = Array.from({ length: trial.whole(2, 15) }, (_, i) => `${2027 + i}-01-05`);
  const times = dates.map((each) => (Date.parse(each) - Date.parse(valuationDate)) / 86_400_000 / 365);
  const level = trial.draw.pick(-0.02, 0.01, 0.05, 0.3);
  const drawn = (shift: number): number[] => {
    let accumulated = 0;
    return times.map((time, i) => {
      accumulated += (level + shift + trial.uniform(-0.03, 0.03)) * (time - (times[i - 1] ?? 0));
      return Math.exp(-accumulated);
    });
  };
  const [discounting, projecting, foreign] = [drawn(0), drawn(0.004), drawn(-0.01)];
  const upTo = (i: number, term: (k: number) => number): number => times.slice(0, i + 1).reduce((sum, _, k) => sum + term(k), 0);
  const length = (k: number): number => times[k]! - (times[k - 1] ?? 0);
  const swap = (i: number, floating: number) => ({
    ...{ type: 'interest_rate_swap', side: 'payer', currency: 'EUR', startDate: valuationDate, maturity: dates[i] },
    ...{ fixedFrequency: 1, floatingFrequency: 1, fixedDayCount: 'ACT/365F', floatingDayCount: 'ACT/365F' },
    fixedRate: floating / upTo(i, (k) => length(k) * discounting[k]!),
  });
  const spot = trial.uniform(0.5, 2);
  /** An exchange at the forward rate, alone or against one of today. */
  const forward = (i: number) => {
    const sellAmount = (spot * discounting[i]!) / foreign[i]!;
    const bought = { buyCurrency: 'EUR', buyAmount: 1, sellCurrency: 'USD' };
    if (trial.draw.chance(0.5)) return { type: 'fx_forward', ...bought, sellAmount, deliveryDate: dates[i] };
    const far = { buyCurrency: 'USD', buyAmount: sellAmount, sellCurrency: 'EUR', sellAmount: 1, maturity: dates[i] };
    return { type: 'fx_swap', near: { ...bought, sellAmount: spot, maturity: valuationDate }, far };
  };
  const deposit = {
    ...{ type: 'deposit', currency: 'EUR', startDate: valuationDate, maturity: dates[0], dayCount: 'ACT/365F' },
    fixedRate: (1 / discounting[0]! - 1) / times[0]!,
  };
  const startsWithDeposit = trial.draw.chance(0.5);
  const calibration = {
    valuationDate,
    curves: {
      EUR: { instruments: dates.map((_, i) => (i === 0 && startsWithDeposit ? deposit : swap(i, 1 - discounting[i]!))) },
      USD: { instruments: dates.map((_, i) => forward(i)) },
    },
    projections: {
      INDEX: {
        instruments: dates.map((_, i) =>
          swap(
            i,
            upTo(i, (k) => ((projecting[k - 1] ?? 1) / projecting[k]! - 1) * discounting[k]!),
          ),
        ),
      },
    },
    fx: { EURUSD: spot },
  };
  const { nodes } = await trial.ask('calibrateCurves', calibration);
  for (const [i, factor] of [...discounting, ...foreign, ...projecting].entries())
    trial.close('the curves are found', nodes[i].discountFactor, factor, 1e-10 * Math.max(1, factor));
  // A quoted swap moves with its own quote alone, by its annuity.
  const n = trial.whole(0, dates.length - 1);
  const quoted = { ...swap(n, 1 - discounting[n]!), notional: 1e6 };
  const answer = await trial.ask('quoteSensitivities', { positions: [quoted], calibration });
  const annuity = upTo(n, (k) => length(k) * discounting[k]!);
  for (const [i, { value }] of answer.sensitivities.entries())
    trial.close('a quoted swap moves by its annuity', value / 1e6, i === n ? annuity : 0, 1e-6 * Math.max(1, annuity));
}

async function judgeSurfaces(trial: Trial): Promise<void> {
  const volatility = trial.uniform(0.1, 0.5);
  const [spot, rate, dividend] = [trial.draw.between(10, 1000), trial.uniform(0, 0.05), trial.uniform(0, 0.03)];
  const [expiries, moneyness] = [
    [0.5, 1, 2],
    [0.7, 0.85, 1, 1.15, 1.4],
  ];
  const strikes = moneyness.map((each) => each * spot);
  const smile = (k: number) => volatility * (1 - 0.2 * Math.log(k / spot));
  const body = {
    name: `S${trial.whole(0, 1e9)}`,
    underlying: 'ACME',
    valuationDate: '2026-01-05',
    spot,
    rate,
    dividend,
    expiries,
    strikes,
    volatilities: expiries.map(() => strikes.map(smile)),
  };
  const surface = await trial.ask('createSurface', body);
  for (const { time, forward } of surface.slices)
    trial.close('forwards', forward, spot * Math.exp((rate - dividend) * time), 1e-10 * forward);
  const points = expiries.flatMap((time) => strikes.map((strike) => ({ strike, time })));
  const read = async () => (await trial.ask('evaluateSurface', { points }, { params: { surfaceId: surface.id } })).points ?? [];
  for (const [i, each] of (await read()).entries()) {
    trial.close('a quote is read', each.volatility ?? each.impliedVolatility, smile(points[i]!.strike), 1e-6);
  }
  const raised = await trial.ask(
    'replaceSurface',
    { ...body, volatilities: body.volatilities.map((row) => row.map((each) => each + 0.01)) },
    { params: { surfaceId: surface.id }, headers: { 'if-match': `"${surface.version}"` } },
  );
  trial.close('is replaced', raised.slices[0].volatilities[0], smile(strikes[0]!) + 0.01, 1e-12);
}

/** Largest error of SVI in units of the noise of its quotes: an expiry that noise lifts moves the later ones. */
const MAX_SVI_ERRORS = 30;

/** Quotes of a surface SSVI without arbitrage, at any level, skew and scale, exact or noisy: both forms meet them, SSVI as well as the surface behind them. */
async function judgeSurfaceFits(trial: Trial): Promise<void> {
  const [rho, gamma] = [trial.uniform(-0.9, 0.9), trial.uniform(0.1, 0.5)];
  const eta = trial.uniform(0.2, 0.9) * (2 / (1 + Math.abs(rho)));
  const [spot, rate, dividend] = [trial.draw.between(0.01, 1e5), trial.uniform(-0.02, 0.08), trial.uniform(0, 0.05)];
  const level = trial.draw.between(0.04, 1);
  const times = Array.from({ length: trial.whole(1, 6) }, (_, i) => 0.1 * 2 ** i);
  const noise = trial.draw.chance(0.5) ? level * trial.draw.between(1e-4, 0.1) : 0;
  const squares: number[] = [];
  const noised = (volatility: number) => {
    const error = trial.uniform(-noise, noise);
    squares.push(error * error);
    return volatility + error;
  };
  const quotes = times.flatMap((time) => {
    const theta = level * level * time;
    const phi = eta / (theta ** gamma * (1 + theta) ** (1 - gamma));
    // The quotes reach beyond the place where the smile turns, −ρ/φ.
    return [-1.5, -1, -0.5, 0, 0.5, 1, 1.5].map((scaled) => ({
      time,
      strike: spot * Math.exp((rate - dividend) * time + scaled / phi),
      impliedVolatility: noised(Math.sqrt(((theta / 2) * (1 + rho * scaled + Math.sqrt((scaled + rho) ** 2 + 1 - rho * rho))) / time)),
    }));
  });
  const terms = { valuationDate: '2026-01-05', spot, rate, dividend, quotes };
  for (const fit of ['ssvi', 'svi']) {
    const fitted = await trial.ask('calibrateSurface', { ...terms, fit });
    trial.identical(`${fit} allows no arbitrage`, fitted.arbitrage, { calendar: [], butterfly: [] });
    // The search for the best fit ends where the errors no longer fall.
    const allowed = 1e-6 * level + (fit === 'svi' ? MAX_SVI_ERRORS : Math.sqrt(quotes.length)) * noise;
    for (const { fit: report } of fitted.slices) trial.close(`${fit} meets its quotes`, report.maxError, 0, allowed);
    if (fit === 'svi') continue;
    const missed = fitted.slices.reduce((sum: number, { fit: { rmse } }: Data) => sum + rmse * rmse * (quotes.length / times.length), 0);
    const [error, least] = [missed, squares.reduce((sum, one) => sum + one, 0)].map((sum) => Math.sqrt(sum / quotes.length));
    trial.atLeast('ssvi is the closest surface', least!, error!, 1e-6 * level);
  }
  const stored = await trial.ask('createSurface', { name: `S${trial.whole(0, 1e9)}`, underlying: 'ACME', ...terms, fit: 'ssvi' });
  const again = await trial.ask('calibrateSurface', { ...terms, fit: 'ssvi' });
  const parametersOf = ({ rho, eta, gamma, thetas }: Data) => [rho, eta, gamma, ...thetas];
  trial.identical('is stored as it is fitted', parametersOf(stored.ssvi), parametersOf(again.ssvi));
}

async function judgeCorrelations(trial: Trial): Promise<void> {
  const loadings = Array.from({ length: 4 }, () => trial.uniform(-0.95, 0.95));
  const assets = loadings.map((_, i) => `A${i}`);
  const matrix = loadings.map((a, i) => loadings.map((b, j) => (i === j ? 1 : a * b)));
  const storedMatrix = await trial.ask('putCorrelation', { name: `S${trial.whole(0, 1e9)}`, assets, matrix });
  for (const [i, row] of storedMatrix.matrix.entries())
    for (const [j, value] of row.entries()) trial.close('a possible matrix stays', value, matrix[i]![j]!, 1e-12);
}

async function judgeCredit(trial: Trial): Promise<void> {
  const party = await trial.ask('createCounterparty', { name: 'Example Bank AG', type: 'bank', country: 'DE' });
  const [recoveryRate, rate, spread] = [trial.uniform(0.1, 0.6), trial.uniform(0, 0.05), trial.draw.between(0.002, 0.05)];
  const params = { counterpartyId: party.id };
  const body = { valuationDate: '2026-01-05', recoveryRate, rate, spreads: ['1Y', '3Y', '5Y'].map((tenor) => ({ tenor, spread })) };
  // Spreads that rise by no more than half from one to the next are met by intensities above 0.
  const factors = Array.from({ length: 5 }, () => trial.uniform(1, 1.5));
  const rising = {
    ...body,
    spreads: ['6M', '1Y', '2Y', '5Y', '10Y'].map((tenor, i) => ({
      tenor,
      spread: factors.slice(0, i).reduce((product, factor) => product * factor, spread / 3),
    })),
  };
  const fitted = await trial.ask('calibrateCreditCurve', rising);
  for (const { error } of fitted.residuals) trial.close('spreads are met', error, 0, 1e-12);
  let survival = 1;
  for (const { hazardRate, survivalProbability } of fitted.nodes) {
    trial.identical('intensities are above 0, and survival falls', [hazardRate > 0, survivalProbability < survival], [true, true]);
    survival = survivalProbability;
  }
  const stored = await trial.ask('putCreditCurve', rising, { params });
  trial.identical('is stored as it is fitted', stored.nodes, fitted.nodes);
  await trial.ask('putCreditCurve', body, { params });
  const evaluated = await trial.ask('evaluateCreditCurve', { times: [1, 3, 5] }, { params });
  // The credit triangle: a flat spread is an intensity of spread/(1 − R), up to the accrual within a quarter.
  const intensity = spread / (1 - recoveryRate);
  for (const [i, each] of (evaluated.points ?? evaluated.values ?? evaluated.results).entries()) {
    const expected = Math.exp(-intensity * [1, 3, 5][i]!);
    trial.close('survival', each.survivalProbability, expected, 0.03 * (1 - expected));
  }
}

export const calibrationSubjects: readonly Subject[] = [
  { name: 'SABR calibrations', operations: ['calibrateSabr'], judge: judgeSabr },
  { name: 'SABR calibrations to noisy quotes', operations: ['calibrateSabr'], judge: judgeNoisySabr },
  { name: 'Heston calibrations', operations: ['calibrateHeston'], judge: judgeHeston },
  { name: 'short rates', operations: ['calibrateCurve'], judge: judgeShortRates },
  { name: 'curves', operations: ['calibrateCurve', 'createCurve', 'replaceCurve', 'evaluateCurve'], judge: judgeCurves },
  { name: 'sets of curves', operations: ['calibrateCurves', 'quoteSensitivities'], judge: judgeCurveSets },
  { name: 'surfaces', operations: ['createSurface', 'replaceSurface', 'evaluateSurface'], judge: judgeSurfaces },
  { name: 'fits of surfaces', operations: ['calibrateSurface'], judge: judgeSurfaceFits },
  { name: 'correlations', operations: ['putCorrelation'], judge: judgeCorrelations },
  { name: 'credit curves', operations: ['calibrateCreditCurve', 'putCreditCurve', 'evaluateCreditCurve'], judge: judgeCredit },
];
