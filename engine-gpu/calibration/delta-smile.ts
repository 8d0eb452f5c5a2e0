/**
 * The smile of one expiry from the quotes of the market of exchange rates: the volatility at the money, and for a delta of 25 or 10 % the risk reversal and
 * the butterfly. With σ_c and σ_p the volatilities of the call and of the put with that delta,
 *
 *   risk reversal = σ_c − σ_p,   butterfly of the smile = (σ_c + σ_p)/2 − σ_atm
 *
 * A butterfly of the market is another figure: the strangle of the call and the put that have the delta at the volatility σ_atm + butterfly is worth as
 * much at that volatility as at those which the smile has at its two strikes. The butterflies of the smile that make it so are found by Newton's method,
 * with differences for its matrix; quotes are met to 1e-12 of volatility.
 *
 * @see D. Reiswich, U. Wystup (2010), FX volatility smile construction, Centre for Practical Quantitative Finance 20
 */
import type { Price, Volatility, Years } from '../base/units.js';
import { black } from '../formula/black-76.js';
import { type DeltaTerms, deltaNeutralStrike, strikeOfDelta } from '../formula/delta-strike.js';
import { type DeltaConvention, type SmileQuote, type Wing, wingsOf } from '../market/delta-quotes.js';
import { sliceOf } from '../market/stored-surface.js';
import { impliedVolatilityAt } from '../market/surface.js';
import { log } from '../math/elementary/log.js';
import { solveLinear } from '../math/linear-solve.js';
import { normalPdf } from '../math/normal.js';

/** The quotes of one expiry, and how they are meant. */
export interface DeltaQuotes extends Omit<DeltaConvention, 'spotDeltaUntil'> {
  readonly time: Years;
  readonly forward: Price;
  /** D: of a spot delta e^(−qT), of one in forwards 1 */
  readonly discount: number;
  readonly volatility: Volatility;
  /** The outermost delta comes first. */
  readonly wings: readonly Wing[];
}

interface SmilePoint {
  readonly strike: Price;
  readonly volatility: Volatility;
  /** The wing of the point; absent at the money. */
  readonly wing?: Wing;
}

/** Why quotes make no smile, and of which wing; without one, of the volatility at the money. */
export class NoSmile extends Error {
  constructor(
    readonly reason: string,
    readonly wing?: Wing,
  ) {
    super(reason);
  }
}

/** Largest error of a market's butterfly, in volatility. */
const MAX_ERROR: Volatility = 1e-12;
/** Quotes of a market take four steps. */
const MAX_STRANGLE_STEPS = 20;
const DIFFERENCE_STEP: Volatility = 1e-6;
/** A step that does not bring the smile nearer is halved, down to this part of it. */
const MIN_STRANGLE_SHARE = 1e-3;

/**
 * @returns the points of the smile in order of strike
 * @throws NoSmile
 */
export function deltaSmile(quotes: DeltaQuotes): readonly SmilePoint[] {
  const quoted = quotes.wings.map(({ butterfly }) => butterfly);
  const smile = smileWith(quotes, quoted);
  return quotes.butterfly === 'smile' || quoted.length === 0 ? smile : smileOfStrangles(quotes, quoted);
}

interface SmileSetting {
  readonly time: Years;
  readonly forward: Price;
  /** Discount factor of the foreign currency, which spot deltas have. */
  readonly foreignDiscount: number;
}

/** The smile of the figures of one expiry. @throws NoSmile */
export const smileOfQuote = (
  quote: SmileQuote,
  { spotDeltaUntil, ...convention }: DeltaConvention,
  { time, forward, foreignDiscount }: SmileSetting,
): readonly SmilePoint[] =>
  deltaSmile({
    ...{ ...convention, time, forward },
    discount: time <= spotDeltaUntil ? foreignDiscount : 1,
    volatility: quote.atm,
    wings: wingsOf(quote),
  });

/** The field of a quote from which a point of its smile comes, or at which it makes none. */
export const quotedField = ({ wing }: Pick<SmilePoint, 'wing'>): string => (wing === undefined ? 'atm' : `butterfly${wing.delta}`);

/** A smile, and by how much it values each strangle of the market too high, in volatility. */
interface Attempt {
  readonly butterflies: readonly Volatility[];
  readonly smile: readonly SmilePoint[];
  readonly errors: readonly Volatility[];
  /** Largest absolute error. */
  readonly distance: Volatility;
}

/** The smile at which the strangles of the market have their values. */
function smileOfStrangles(quotes: DeltaQuotes, quoted: readonly Volatility[]): readonly SmilePoint[] {
  const strangles = quotes.wings.map((wing) => strangleOf(quotes, wing));
  /** Undefined where the butterflies make no smile. */
  const attempt = (butterflies: readonly Volatility[]): Attempt | undefined => {
    try {
      const smile = smileWith(quotes, butterflies);
      const volatilityAt = interpolated(quotes, smile);
      const errors = strangles.map((strangle) => errorOf(quotes, strangle, volatilityAt));
      return { butterflies, smile, errors, distance: Math.max(...errors.map(Math.abs)) };
    } catch (failure) {
      if (failure instanceof NoSmile) return undefined;
      throw failure;
    }
  };
  let nearest = attempt(quoted);
  for (let step = 0; step < MAX_STRANGLE_STEPS && nearest !== undefined && nearest.distance > MAX_ERROR; step++)
    nearest = afterStep(nearest, attempt);
  if (nearest !== undefined && nearest.distance <= MAX_ERROR) return nearest.smile;
  throw new NoSmile('must be that of a strangle of the market that some smile values as it is quoted; none was found', quotes.wings[0]);
}

/** A step of Newton's method, halved until it leads to a nearer smile; undefined where none does. */
function afterStep(
  { butterflies, errors, distance }: Attempt,
  attempt: (butterflies: readonly Volatility[]) => Attempt | undefined,
): Attempt | undefined {
  const size = errors.length;
  const matrix = new Float64Array(size * size);
  for (let k = 0; k < size; k++) {
    const moved = attempt(butterflies.map((butterfly, j) => (j === k ? butterfly + DIFFERENCE_STEP : butterfly)));
    for (let i = 0; i < size; i++) matrix[i * size + k] = ((moved?.errors[i] ?? Number.NaN) - errors[i]!) / DIFFERENCE_STEP;
  }
  const step = Float64Array.from(errors);
  solveLinear(matrix, step);
  for (let share = 1; share > MIN_STRANGLE_SHARE; share *= 0.5) {
    const next = attempt(butterflies.map((butterfly, k) => butterfly - share * step[k]!));
    if (next !== undefined && next.distance < distance) return next;
  }
  return undefined;
}

const termsAt = ({ forward, time, discount, premiumAdjusted }: DeltaQuotes, volatility: Volatility): DeltaTerms => ({
  ...{ forward, discount, premiumAdjusted },
  stdDev: volatility * Math.sqrt(time),
});

/** The strikes of the put and of the call of a wing, at their volatilities. */
function strikesOf(quotes: DeltaQuotes, wing: Wing, ofPut: Volatility, ofCall: Volatility): readonly [put: Price, call: Price] {
  const [put, call] = [
    { sign: -1, name: 'put', volatility: ofPut },
    { sign: 1, name: 'call', volatility: ofCall },
  ].map(({ sign, name, volatility }) => {
    if (!(volatility > 0))
      throw new NoSmile(`must, with its risk reversal, leave the ${name} a volatility above 0; it is ${volatility}`, wing);
    const strike = strikeOfDelta(termsAt(quotes, volatility), (sign * wing.delta) / 100);
    if (strike === undefined)
      throw new NoSmile(`must be of options that exist: at volatility ${volatility} no ${name} has a delta of ${wing.delta} %`, wing);
    return strike;
  });
  return [put!, call!];
}

function smileWith(quotes: DeltaQuotes, butterflies: readonly number[]): SmilePoint[] {
  const { atm, forward, volatility, wings } = quotes;
  const middleStrike = atm === 'forward' ? forward : deltaNeutralStrike(termsAt(quotes, volatility));
  if (middleStrike === undefined) throw new NoSmile(`must be one at which some straddle has no delta; got ${volatility}`);
  const points: SmilePoint[] = [{ strike: middleStrike, volatility }];
  // The innermost delta comes first here.
  for (let i = wings.length - 1; i >= 0; i--) {
    const wing = wings[i]!;
    const middle = volatility + butterflies[i]!;
    const [ofPut, ofCall] = [middle - 0.5 * wing.riskReversal, middle + 0.5 * wing.riskReversal];
    const [put, call] = strikesOf(quotes, wing, ofPut, ofCall);
    if (!(put < points[0]!.strike && call > points[points.length - 1]!.strike))
      throw new NoSmile(`must have strikes beyond those nearer to the money; those of ${wing.delta} % are ${put} and ${call}`, wing);
    points.unshift({ strike: put, volatility: ofPut, wing });
    points.push({ strike: call, volatility: ofCall, wing });
  }
  return points;
}

function interpolated({ time, forward }: DeltaQuotes, smile: readonly SmilePoint[]): (strike: Price) => Volatility {
  const [strikes, volatilities] = [smile.map(({ strike }) => strike), smile.map(({ volatility }) => volatility)];
  const slice = sliceOf({ time, forward, strikes, volatilities });
  return (strike) => impliedVolatilityAt([slice], log(strike / forward), time);
}

/** An option of a market's strangle, with its value at the one volatility at which the strangle is quoted. */
interface StrangleOption {
  readonly strike: Price;
  readonly sign: 1 | -1;
  readonly value: Price;
  readonly vega: number;
}

function strangleOf(quotes: DeltaQuotes, wing: Wing): readonly StrangleOption[] {
  const { time, forward } = quotes;
  const volatility = quotes.volatility + wing.butterfly;
  const [put, call] = strikesOf(quotes, wing, volatility, volatility);
  const stdDev = volatility * Math.sqrt(time);
  const optionAt = (strike: Price, sign: 1 | -1): StrangleOption => ({
    ...{ strike, sign, value: black(forward, strike, stdDev, sign) },
    vega: forward * normalPdf(log(forward / strike) / stdDev + 0.5 * stdDev) * Math.sqrt(time),
  });
  return [optionAt(put, -1), optionAt(call, 1)];
}

/** By how much the smile values a strangle too high, in volatility. */
function errorOf(
  { time, forward }: DeltaQuotes,
  options: readonly StrangleOption[],
  volatilityAt: (strike: Price) => Volatility,
): Volatility {
  let [difference, vega] = [0, 0];
  for (const option of options) {
    difference += black(forward, option.strike, volatilityAt(option.strike) * Math.sqrt(time), option.sign) - option.value;
    vega += option.vega;
  }
  return difference / vega;
}
