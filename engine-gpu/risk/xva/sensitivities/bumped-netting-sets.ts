/** Netting sets in markets of which one number is moved: the trades, the dates and everything else stay. */
import type { Fault } from '../../../base/failure.js';
import type { Years } from '../../../base/units.js';
import type { CrossAssetMarket, CurrencyMarket, PiecewiseVolatility } from '../../../market/cross-asset.js';
import type { Curve } from '../../../market/curve.js';
import { driversByName, isOfMarket } from '../../../market/resolve-cross-asset.js';
import { HAZARD_PARTIES, withHazards } from '../../../market/resolve-hazards.js';
import type { WrongWayRiskInput } from '../../../market/wrong-way-risk-input.js';
import { crossAssetModel } from '../../../model/cross-asset.js';
import { lastRateOf } from '../../../product/trade/contract-trade.js';
import { inMarket, type NettingSet } from '../netting-set.js';
import type { XvaSensitivitiesInput } from '../requests.js';
import type { SimulatedRequest } from '../simulated-request.js';

/**
 * Bump of a zero rate at a tenor, and relative bump of an exchange rate or share: small against what they move by in a month, and large enough that a
 * jump of a payment (a digital, a barrier) counts with the paths within half a percent of it instead of with none or one.
 */
const RATE_BUMP = 5e-4;
const XVA_SPOT_BUMP = 5e-3;
/** Bump of the zero rates of a projection curve: the exposure is nearly linear in them. */
const PROJECTION_BUMP = 1e-4;
/** Relative bump of a volatility. */
const VOLATILITY_BUMP = 0.01;
/** Bump of a correlation, to either side as far as the correlations stay possible. */
const CORRELATION_BUMP = 0.01;

/** A factor moved both ways, and the difference of its two values. */
export interface Bump<Of> {
  readonly of: Of;
  readonly width: number;
  /** An absent side is the netting set itself. Each is built when it is simulated: memory does not grow with bumps. */
  readonly sides: readonly [up: BumpedSide, down: BumpedSide];
}
export type BumpedSide = (() => NettingSet) | undefined;

export interface VolatilityName {
  readonly factor: 'rates' | 'fx' | 'assets' | 'intensity';
  readonly name: string;
}

const withMarket = (nettingSet: NettingSet, changed: Partial<CrossAssetMarket>): NettingSet => ({
  ...nettingSet,
  model: crossAssetModel({ ...nettingSet.model.market, ...changed }),
});

const replaced = <Item>(list: readonly Item[], index: number, item: Item): Item[] => list.map((each, i) => (i === index ? item : each));

/** The factors that move exposures, each moved by itself. */
export interface FactorBumps {
  /** Per currency: the tenors that something depends on, from the first. */
  readonly rates: readonly (readonly Bump<undefined>[])[];
  /** Per currency after the first. */
  readonly exchangeRates: readonly Bump<undefined>[];
  readonly shares: readonly Bump<undefined>[];
}

/** A market with the zero rates of a currency moved at a tenor, linearly between tenors and flat beyond both ends; projection curves move with them. */
function withZeroRate(
  market: CrossAssetMarket,
  currency: number,
  tenors: readonly Years[],
  tenor: number,
  shiftSize: number,
): CrossAssetMarket {
  const shift = { times: tenors, zeroRates: tenors.map((_, j) => (j === tenor ? shiftSize : 0)) };
  const each = market.currencies[currency]!;
  const { curve, projection, indices } = each;
  const moved = {
    ...each,
    curve: { ...curve, shift },
    ...(projection && { projection: { ...projection, shift } }),
    ...(indices && { indices: Object.fromEntries(Object.entries(indices).map(([name, index]) => [name, { ...index, shift }])) }),
  };
  return { ...market, currencies: replaced(market.currencies, currency, moved) };
}

const withExchangeRate = (market: CrossAssetMarket, index: number, scale: number): CrossAssetMarket => {
  const each = market.exchangeRates[index]!;
  return { ...market, exchangeRates: replaced(market.exchangeRates, index, { ...each, spot: scale * each.spot }) };
};

const withShare = (market: CrossAssetMarket, index: number, scale: number): CrossAssetMarket => {
  const each = market.shares[index]!;
  return { ...market, shares: replaced(market.shares, index, { ...each, spot: scale * each.spot }) };
};

/** Linear weights of a time on the tenors between which it lies; flat beyond both ends. */
export function tenorWeights(tenors: readonly Years[], time: Years): readonly (readonly [tenor: number, weight: number])[] {
  const upper = tenors.findIndex((tenor) => tenor >= time);
  if (upper === 0) return [[0, 1]];
  if (upper === -1) return [[tenors.length - 1, 1]];
  const [start, end] = [tenors[upper - 1], tenors[upper]];
  const weight = (time - start!) / (end! - start!);
  return [
    [upper - 1, 1 - weight],
    [upper, weight],
  ];
}

/** Tenors, from the first, on which a rate before a time depends. */
const tenorsBefore = (tenors: readonly Years[], last: Years): number => tenors.filter((_, j) => j === 0 || tenors[j - 1]! < last).length;

/**
 * Zero rates by tenor, exchange rates and shares, each moved by itself.
 *
 * @param moved  indices of the currencies whose rates are to be moved; every factor where it is absent
 */
export function factorBumps(
  { trades, market: input, tenors }: SimulatedRequest<XvaSensitivitiesInput>,
  nettingSet: NettingSet,
  moved?: ReadonlySet<number>,
): FactorBumps {
  const { market } = nettingSet.model;
  const last = Math.max(
    nettingSet.times[nettingSet.times.length - 1]!,
    ...trades.map((trade) => lastRateOf(trade, nettingSet.valuationDate)),
  );
  const bump = (width: number, marketAt: (sign: 1 | -1) => CrossAssetMarket): Bump<undefined> => ({
    of: undefined,
    width,
    sides: [() => inMarket(nettingSet, trades, input, marketAt(1)), () => inMarket(nettingSet, trades, input, marketAt(-1))],
  });
  return {
    rates: market.currencies.map((_, currency) =>
      Array.from({ length: moved === undefined || moved.has(currency) ? tenorsBefore(tenors, last) : 0 }, (_, tenor) =>
        bump(2 * RATE_BUMP, (sign) => withZeroRate(market, currency, tenors, tenor, sign * RATE_BUMP)),
      ),
    ),
    exchangeRates:
      moved === undefined
        ? market.exchangeRates.map(({ spot }, i) =>
            bump(2 * XVA_SPOT_BUMP * spot, (sign) => withExchangeRate(market, i, 1 + sign * XVA_SPOT_BUMP)),
          )
        : [],
    shares:
      moved === undefined
        ? market.shares.map(({ spot }, k) => bump(2 * XVA_SPOT_BUMP * spot, (sign) => withShare(market, k, 1 + sign * XVA_SPOT_BUMP)))
        : [],
  };
}

/** A projection curve: of a currency, or of an index of trades in it. */
export interface ProjectionName {
  readonly currency: string;
  readonly index?: string;
}

/** Each projection curve moved by itself. Floating rates are part of what trades pay. */
export function projectionBumps(request: SimulatedRequest<XvaSensitivitiesInput>, nettingSet: NettingSet): Bump<ProjectionName>[] {
  const { currencies } = nettingSet.model.market;
  return currencies.flatMap((each, moved) => {
    const { currency, projection, indices = {} } = each;
    const bump = (name: ProjectionName, curve: Curve, withCurve: (curve: Curve) => Partial<CurrencyMarket>): Bump<ProjectionName> => {
      const movedBy = (rateShift: number) => (): NettingSet => {
        const changed = { ...each, ...withCurve({ ...curve, zeroRates: curve.zeroRates.map((rate) => rate + rateShift) }) };
        const market = { ...nettingSet.model.market, currencies: replaced(currencies, moved, changed) };
        return inMarket(nettingSet, request.trades, request.market, market);
      };
      return { of: name, width: 2 * PROJECTION_BUMP, sides: [movedBy(PROJECTION_BUMP), movedBy(-PROJECTION_BUMP)] };
    };
    return [
      ...(projection === undefined ? [] : [bump({ currency }, projection, (curve) => ({ projection: curve }))]),
      ...Object.entries(indices).map(([index, stated]) =>
        bump({ currency, index }, stated, (curve) => ({ indices: { ...indices, [index]: curve } })),
      ),
    ];
  });
}

/** Each volatility moved by itself. Those of a model of rates, and of an exchange rate by time, move as a whole. */
export function volatilityBumps(nettingSet: NettingSet): Bump<VolatilityName>[] {
  const { market } = nettingSet.model;
  const { currencies, exchangeRates, shares, hazards = [] } = market;
  const bump = (
    factor: VolatilityName['factor'],
    name: string,
    volatility: number,
    scaledBy: (scale: number) => Partial<CrossAssetMarket>,
  ): Bump<VolatilityName>[] =>
    volatility > 0
      ? [
          {
            of: { factor, name },
            width: 2 * (VOLATILITY_BUMP * volatility),
            sides: [
              () => withMarket(nettingSet, scaledBy(1 + VOLATILITY_BUMP)),
              () => withMarket(nettingSet, scaledBy(1 - VOLATILITY_BUMP)),
            ],
          },
        ]
      : [];
  const scaled = ({ times, values }: PiecewiseVolatility, scale: number): PiecewiseVolatility => ({
    times,
    values: values.map((value) => scale * value),
  });
  const mean = ({ values }: PiecewiseVolatility): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  return [
    ...currencies.flatMap((each, i) =>
      bump('rates', each.currency, mean(each.volatility), (scale) => ({
        currencies: replaced(currencies, i, {
          ...each,
          volatility: scaled(each.volatility, scale),
          ...(each.second && { second: { ...each.second, volatility: scaled(each.second.volatility, scale) } }),
        }),
      })),
    ),
    ...exchangeRates.flatMap((each, i) =>
      bump('fx', currencies[i + 1]!.currency + currencies[0]!.currency, mean(each.volatility), (scale) => ({
        exchangeRates: replaced(exchangeRates, i, { ...each, volatility: scaled(each.volatility, scale) }),
      })),
    ),
    ...shares.flatMap((each, i) =>
      bump('assets', each.name, each.volatility, (scale) => ({
        shares: replaced(shares, i, { ...each, volatility: scale * each.volatility }),
      })),
    ),
    ...HAZARD_PARTIES.flatMap((party) => {
      const hazard = nettingSet.hazards?.[party];
      if (hazard === undefined) return [];
      const each = hazards[hazard]!;
      return bump('intensity', party, each.volatility, (scale) => ({
        hazards: replaced(hazards, hazard, { ...each, volatility: scale * each.volatility }),
      }));
    }),
  ];
}

export interface WrongWayCorrelation {
  readonly party: (typeof HAZARD_PARTIES)[number];
  /** The asset that moves with the intensity; `own` for the own intensity. */
  readonly asset: string;
}

/**
 * Each correlation of an intensity that moves, and that of the two intensities, moved by itself.
 *
 * A correlation is moved to both sides where the correlations stay those of a positive semi-definite matrix, to one side where only that does.
 *
 * @returns the bumps, and the correlations that cannot be moved to either side
 */
export function correlationBumps(
  { wrongWayRisk, market: input }: SimulatedRequest<XvaSensitivitiesInput>,
  nettingSet: NettingSet,
): { readonly bumps: readonly Bump<WrongWayCorrelation>[]; readonly fixed: readonly WrongWayCorrelation[] } {
  const { hazards, model, times } = nettingSet;
  if (wrongWayRisk === undefined || hazards === undefined) return { bumps: [], fixed: [] };
  const { hazards: moving = [], ...market } = model.market;
  const size = market.correlation.length - moving.length;
  const still = { ...market, correlation: market.correlation.slice(0, size).map((row) => row.slice(0, size)) };
  const drivers = driversByName(still);
  const bumps: Bump<WrongWayCorrelation>[] = [];
  const fixed: WrongWayCorrelation[] = [];
  const add = (pair: WrongWayCorrelation, rho: number, inputAt: (rho: number) => WrongWayRiskInput): void => {
    const side = (moved: number): BumpedSide => {
      if (Math.abs(moved) > 1) return undefined;
      const faults: Fault[] = [];
      const hasAsset = (name: string): boolean => isOfMarket(input, name);
      const hazardMarket = withHazards(
        still,
        inputAt(moved),
        hasAsset,
        times[times.length - 1]!,
        (pointer, reason) => void faults.push({ pointer, reason }),
      );
      return faults.length > 0 ? undefined : () => withMarket(nettingSet, hazardMarket.market);
    };
    const [up, down] = [side(rho + CORRELATION_BUMP), side(rho - CORRELATION_BUMP)];
    const numSides = [up, down].filter((each) => each !== undefined).length;
    if (numSides === 0) fixed.push(pair);
    else bumps.push({ of: pair, width: numSides * CORRELATION_BUMP, sides: [up, down] });
  };
  for (const party of HAZARD_PARTIES) {
    const intensity = wrongWayRisk[party];
    if (intensity === undefined || hazards[party] === undefined) continue;
    intensity.correlations.forEach(({ asset, correlation }, k) => {
      if (!drivers.has(asset)) return;
      add({ party, asset }, correlation, (rho) => ({
        ...wrongWayRisk,
        [party]: { ...intensity, correlations: replaced(intensity.correlations, k, { asset, correlation: rho }) },
      }));
    });
  }
  if (hazards.counterparty !== undefined && hazards.own !== undefined)
    add({ party: 'counterparty', asset: 'own' }, wrongWayRisk.correlation, (rho) => ({ ...wrongWayRisk, correlation: rho }));
  return { bumps, fixed };
}
