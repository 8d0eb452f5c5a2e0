/** Surfaces from quotes by delta: their strikes have the deltas, and the strangles of the market the values, of the formulas on these pages; and options in a market that has the quotes. */
import { black, normalCdf } from '../reference-formulas.js';
import type { Data } from '../service.js';
import type { Subject, Trial } from '../subject.js';

const DELTAS = [10, 25] as const;

async function judgeDeltaSurfaces(trial: Trial): Promise<void> {
  const [spot, rate, foreignRate] = [trial.draw.between(1e-3, 1e4), trial.uniform(-0.02, 0.1), trial.uniform(-0.02, 0.1)];
  const deltaConvention = {
    spotDeltaUntil: trial.draw.pick(0, 1.02, 5),
    premiumAdjusted: trial.draw.chance(0.5),
    atm: trial.draw.pick('delta_neutral', 'forward'),
    butterfly: trial.draw.pick('smile', 'market'),
  };
  const deltaQuotes = Array.from({ length: trial.whole(1, 4) }, (_, i): Data => {
    const [time, atm] = [0.05 * 4 ** i * trial.uniform(0.6, 1.4), trial.draw.between(0.03, 0.4)];
    const [riskReversal25, butterfly25] = [atm * trial.uniform(-0.18, 0.18), atm * trial.uniform(0, 0.03)];
    return {
      ...{ time, atm, riskReversal25, butterfly25 },
      ...(trial.draw.chance(0.5) && {
        riskReversal10: riskReversal25 * trial.uniform(1.6, 2),
        butterfly10: butterfly25 * trial.uniform(3, 4) + 0.002 * atm,
      }),
    };
  });
  const terms = { name: `S${trial.whole(0, 1e9)}`, underlying: 'EURUSD', valuationDate: '2026-01-05' };
  const quoted = { deltaQuotes, deltaConvention };
  const surface = await trial.ask('createSurface', { ...terms, spot, rate, dividend: foreignRate, ...quoted });
  const volatilitiesAt = async (points: object[]) =>
    (await trial.ask('evaluateSurface', { points }, { params: { surfaceId: surface.id } })).points.map(
      (each: Data) => each.impliedVolatility,
    );

  await judgeOptions(trial, surface.id, { spot, rate, foreignRate, quoted });
  for (const [i, { time, forward, strikes, volatilities }] of (surface.slices as Data[]).entries()) {
    const row = deltaQuotes[i]!;
    trial.same('the forward', forward, spot * Math.exp((rate - foreignRate) * time), 1e-12);
    const discount = time <= deltaConvention.spotDeltaUntil ? Math.exp(-foreignRate * time) : 1;
    const deltaOf = (strike: number, volatility: number, sign: number) => {
      const deviation = volatility * Math.sqrt(time);
      const d1 = Math.log(forward / strike) / deviation + 0.5 * deviation;
      const { premiumAdjusted } = deltaConvention;
      return sign * discount * (premiumAdjusted ? (strike / forward) * normalCdf(sign * (d1 - deviation)) : normalCdf(sign * d1));
    };
    const middle = (strikes.length - 1) / 2;
    trial.identical('the volatility at the money', volatilities[middle], row.atm);
    const straddle = [1, -1].reduce((sum, sign) => sum + deltaOf(strikes[middle], row.atm, sign), 0);
    if (deltaConvention.atm === 'forward') trial.same('the strike at the money', strikes[middle], forward, 1e-14);
    else trial.close('a straddle at the money has no delta', straddle, 0, 1e-12);
    for (const delta of DELTAS.filter((each) => row[`riskReversal${each}`] !== undefined)) {
      const place = delta === 10 ? 0 : middle - 1;
      const [put, call] = [place, strikes.length - 1 - place];
      // The distribution function of the reference formulas errs by some 1e-13.
      trial.close('the delta of the call', deltaOf(strikes[call], volatilities[call], 1), delta / 100, 1e-11);
      trial.close('the delta of the put', deltaOf(strikes[put], volatilities[put], -1), -delta / 100, 1e-11);
      trial.close('the risk reversal', volatilities[call] - volatilities[put], row[`riskReversal${delta}`], 1e-14);
      const butterfly = row[`butterfly${delta}`];
      if (deltaConvention.butterfly === 'smile') {
        trial.close('the butterfly', 0.5 * (volatilities[call] + volatilities[put]) - row.atm, butterfly, 1e-14);
        continue;
      }
      const options = [1, -1].map((sign) => {
        const strike = strikeWith((each) => Math.abs(deltaOf(each, row.atm + butterfly, sign)) - delta / 100, forward, sign);
        return { sign, strike };
      });
      const smile = await volatilitiesAt(options.map(({ strike }) => ({ strike, time })));
      const valueWith = (volatilityOf: (i: number) => number) =>
        options.reduce((sum, { sign, strike }, k) => sum + black(forward, strike, volatilityOf(k) * Math.sqrt(time), sign), 0);
      const [ofSmile, ofMarket] = [valueWith((k) => smile[k]), valueWith(() => row.atm + butterfly)];
      trial.close('the strangle of the market', ofSmile, ofMarket, 1e-10 * forward * Math.sqrt(time));
    }
  }
}

/** A book has options on the exchange rate at the volatilities of the stored surface of the same quotes, whichever currency is bought. */
async function judgeOptions(trial: Trial, surfaceId: string, { spot, rate, foreignRate, quoted }: Data): Promise<void> {
  const { deltaQuotes: expiries, deltaConvention } = quoted;
  const market = {
    valuationDate: '2026-01-05',
    curves: { USD: { rate }, EUR: { rate: foreignRate } },
    fx: { EURUSD: spot },
    volatilities: { EURUSD: { expiries, deltaConvention } },
  };
  const time = trial.draw.pick(expiries[0].time, trial.draw.between(0.01, 10));
  const forward = spot * Math.exp((rate - foreignRate) * time);
  const strike = forward * Math.exp(trial.uniform(-2, 2) * expiries.at(-1).atm * Math.sqrt(time));
  const [point] = (await trial.ask('evaluateSurface', { points: [{ strike, time }] }, { params: { surfaceId } })).points;
  const sign = trial.draw.pick(1, -1);
  const expected = Math.exp(-rate * time) * black(forward, strike, point.impliedVolatility * Math.sqrt(time), sign);
  const dollars = { currency: 'USD', amount: strike };
  const euros = { currency: 'EUR', amount: 1 };
  const positions = [
    { bought: euros, sold: dollars, optionType: sign > 0 ? 'call' : 'put' },
    { bought: dollars, sold: euros, optionType: sign > 0 ? 'put' : 'call' },
  ].map(({ bought, sold, optionType }) => ({
    ...{ type: 'fx_option', optionType, quantity: 1, maturity: time },
    ...{ buyCurrency: bought.currency, buyAmount: bought.amount, sellCurrency: sold.currency, sellAmount: sold.amount },
  }));
  const book = await trial.ask('portfolioPrice', { positions, market, reportingCurrency: 'USD' });
  // The distribution function of the reference formulas errs by some 1e-13.
  for (const [i, kind] of ['an option', 'the same, of the other currency'].entries())
    trial.close(kind, book.positions[i].price, expected, 1e-11 * spot);
}

/** The strike farthest from the money at which a function that falls away beyond its largest value is 0. */
function strikeWith(f: (strike: number) => number, forward: number, sign: number): number {
  const strikeAt = (k: number) => forward * Math.exp(sign * k);
  const grid = Array.from({ length: 401 }, (_, i) => 0.005 * i - 1);
  let near = grid.reduce((best, k) => (f(strikeAt(k)) > f(strikeAt(best)) ? k : best));
  let far = near + 0.001;
  while (f(strikeAt(far)) > 0) [near, far] = [far, far + 2 * (far - near)];
  for (let i = 0; i < 80; i++) {
    const half = 0.5 * (near + far);
    if (f(strikeAt(half)) > 0) near = half;
    else far = half;
  }
  return strikeAt(near);
}

export const deltaSurfaceSubjects: readonly Subject[] = [
  // Quotes of which no smile is made, or none in which the strangles of the market have their values.
  {
    name: 'surfaces quoted by delta',
    operations: ['createSurface', 'evaluateSurface', 'portfolioPrice'],
    refused: 0.1,
    judge: judgeDeltaSurfaces,
  },
];
