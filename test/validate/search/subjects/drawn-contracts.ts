/** Random options on one share, and their price as contracts. */
import { MAX_STANDARD_ERRORS, type Trial } from '../subject.js';

export const VALUATION = '2026-01-05';

const DAY_MS = 86_400_000;

export const dateOf = (days: number): string => new Date(Date.parse(VALUATION) + days * DAY_MS).toISOString().slice(0, 10);

export interface World {
  readonly spot: number;
  readonly rate: number;
  readonly dividend: number;
  readonly volatility: number;
}

interface Drawn {
  readonly world: World;
  readonly days: number;
  readonly time: number;
  readonly strike: number;
  readonly market: object;
  readonly expiry: string;
}

export function drawn(trial: Trial): Drawn {
  const { draw } = trial;
  const days = draw.pick(365, trial.whole(20, 1500));
  const time = days / 365;
  const world = {
    spot: draw.between(20, 500),
    rate: trial.uniform(-0.02, 0.1),
    dividend: trial.uniform(-0.01, 0.06),
    volatility: draw.between(0.05, 0.7),
  };
  const strike = world.spot * Math.exp(trial.uniform(-1, 1) * world.volatility * Math.sqrt(time));
  return { world, days, time, strike, market: { ...world, valuationDate: VALUATION }, expiry: dateOf(days) };
}

export const PATHS = { numPaths: 4096 };

/** Single-precision rounding of paths, relative to the spot. */
export const SINGLE = 2e-6;

export async function priced(trial: Trial, contract: object, { market, world }: Drawn): Promise<{ price: number; slack: number }> {
  const { price, standardError } = await trial.ask('priceContract', { contract, market, pricer: { ...PATHS, seed: trial.pathSeed() } });
  return { price, slack: MAX_STANDARD_ERRORS * standardError + SINGLE * world.spot };
}
