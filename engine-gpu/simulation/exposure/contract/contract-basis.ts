/**
 * Regression basis for the future value of a payment group (contract-groups.ts), in units of the zero bond to its last payment. It consists of
 *
 * - an approximation of the value in closed form: Black's formula on each payment, exact where it is on one spot without a barrier. On an
 *   average, a basket or a ranked spot it is Black's on what is still random, the rest of the strike being known;
 * - for each barrier on the asset of the payments its image under the reflection principle, F/H times the value at H²/F, with the shift of the
 *   level that stands for monitoring on dates (Broadie, Glasserman and Kou 1997);
 * - powers of the logarithms of forwards, and of what the path has observed.
 *
 * @see F. Longstaff, E. Schwartz (2001), Valuing American options by simulation; M. Broadie, P. Glasserman, S. Kou (1997), A continuity
 * correction for discrete barrier options
 */

import type { Years } from '../../../base/units.js';
import { black } from '../../../formula/black-76.js';
import { exp } from '../../../math/elementary/exp.js';
import { log as ln } from '../../../math/elementary/log.js';
import { squareOf } from '../../../math/elementary/pow.js';
import { normalCdf } from '../../../math/normal.js';
import type { CrossAssetModel, DatedLogarithms, LinearForm } from '../../../model/cross-asset.js';
import type { Clamped, Observable, Option } from '../../../product/contract/contract.js';
import { levelOn } from '../../../product/contract/note-observation.js';
import { SAME_TIME } from '../../emit/grid.js';
import { plus } from '../paths/dated-terms.js';
import { exponentialOf, linearOf } from '../paths/path-values.js';
import { BATCH } from '../paths/state-paths.js';
import { deviationOf, forwardForm, type Group } from './contract-groups.js';
import { type GroupPaths, paid } from './contract-paths.js';

/** Shift of a barrier that is monitored on dates, in standard deviations between them: −ζ(½)/√(2π). */
const MONITORING_SHIFT = 0.5826;
/** Assets of which forwards are features one by one; of more assets the observable stands for the others. */
const MAX_ASSET_FEATURES = 4;
/** Stands for a logarithm of what is not above 0. */
const SMALLEST_LEVEL = 1e-12;

/** Values at a date on the paths of a batch, for a regression. */
export interface DatedBasis {
  /** ln of the value of a unit of the bond in the reporting currency. */
  readonly unit: LinearForm;
  /** Closed forms, the first the approximate value; and features. */
  readonly forms: readonly Float64Array[];
  readonly features: readonly Float64Array[];
  /** Writes both for the paths. */
  readonly evaluate: (paths: GroupPaths, states: readonly Float64Array[], count: number) => void;
  /** The values of the group's controls, two each, per unit of the bond; after evaluate. */
  readonly controls: (count: number) => readonly Float64Array[];
}

/** Arrays of a batch that the bases of all dates share, of which one is evaluated at a time: memory does not grow with dates. */
interface SharedArrays {
  /** Begins another basis. */
  readonly restart: () => void;
  readonly next: () => Float64Array;
}

export function openSharedArrays(): SharedArrays {
  const arrays: Float64Array[] = [];
  let used = 0;
  return {
    restart: () => {
      used = 0;
    },
    next: () => {
      if (used === arrays.length) arrays.push(new Float64Array(BATCH));
      return arrays[used++]!;
    },
  };
}

const later = (times: readonly Years[], now: Years): Years[] => times.filter((time) => time - now >= SAME_TIME).sort((a, b) => a - b);

/**
 * @param logs    of the date
 * @param shared  its arrays are those of the basis until it begins another
 */
export function openBasis(model: CrossAssetModel, logs: DatedLogarithms, group: Group, now: Years, shared: SharedArrays): DatedBasis {
  const { terms, end, conditions } = group;
  shared.restart();
  const array = shared.next;
  const bond = (maturity: Years): LinearForm => logs.bond(terms.currency, Math.max(maturity, now));
  const unit = plus(logs.exchangeRate(terms.currency), bond(end), 1);
  const deviationTo = (asset: number, time: Years): number => deviationOf(model, terms.assets[asset]!, now, time);
  /** Logarithms of forwards to the end, and forwards, by asset. */
  const forwards = new Map(
    group.assets.map((asset) => [asset, { form: forwardForm(model, logs, terms.assets[asset]!, now, end), log: array(), level: array() }]),
  );
  const forwardOf = (asset: number): { readonly log: Float64Array; readonly level: Float64Array } => {
    const forward = forwards.get(asset);
    if (forward === undefined) throw new Error(`the group does not depend on asset ${asset}`);
    return forward;
  };

  const rate = model.coordinates.findIndex((each) => each.kind === 'rate' && each.currency === terms.currency);
  const severalDates =
    group.kind === 'autocall' ||
    new Set(group.claims.map((claim) => (claim.type === 'payoff' ? claim.payoff.time : claim.european.time))).size > 1;
  const rates = rate >= 0 && severalDates ? [array()] : [];
  const assetFeatures = group.assets.slice(0, MAX_ASSET_FEATURES).map((asset) => forwardOf(asset).log);
  const observed =
    group.kind === 'flows' && group.observable !== undefined
      ? openObserved(group.observable, forwardOf, deviationTo, now, end, array)
      : undefined;
  const european = group.kind === 'flows' && group.observable === undefined ? openEuropean() : undefined;
  const note = group.kind === 'autocall' ? openNote(group) : undefined;
  const forms = [...(european?.forms ?? []), ...(observed === undefined ? [] : [array()]), ...(note?.forms ?? [])];

  /** Payments on the spot of one asset, and their images in the barriers on it. */
  function openEuropean() {
    if (group.kind !== 'flows') throw new Error('an autocall has no payments on one spot');
    const claims = group.claims.flatMap((claim) => {
      if (claim.type === 'payoff') return [];
      const { european, weight } = claim;
      if (european.time - now < SAME_TIME) return [];
      const ratio = plus(bond(european.time), bond(end), -1);
      const asset = european.type === 'cash' ? undefined : european.asset;
      const toExpiry = asset === undefined ? undefined : forwardForm(model, logs, terms.assets[asset]!, now, european.time);
      return [{ european, weight, ratio, toExpiry, deviation: asset === undefined ? 0 : deviationTo(asset, european.time) }];
    });
    const asset = group.assets.find((each) => claims.some(({ european }) => european.type !== 'cash' && european.asset === each));
    const images = conditions.flatMap(({ trigger: { asset: on, level, direction, monitoring } }) => {
      if ((asset !== undefined && on !== asset) || monitoring === 'continuous') return [];
      const remaining = later(monitoring, now);
      const last = remaining.at(-1);
      if (last === undefined) return [];
      const shift = (MONITORING_SHIFT * deviationTo(on, last)) / Math.sqrt(remaining.length);
      return [{ on, log: ln(level) + (direction === 'down' ? -shift : shift) }];
    });
    const [log, ratio] = [array(), array()];
    const results = [array(), ...images.map(() => array())];
    return {
      forms: results,
      evaluate: (states: readonly Float64Array[], count: number): void => {
        for (const result of results) result.fill(0, 0, count);
        for (const { european, weight, ratio: form, toExpiry, deviation } of claims) {
          exponentialOf(form.loads, form.constant, states, count, ratio);
          if (toExpiry !== undefined) linearOf(toExpiry.loads, toExpiry.constant, states, count, log);
          results.forEach((result, i) => {
            const image = i === 0 ? undefined : images[i - 1];
            const barrier = image === undefined ? undefined : forwardOf(image.on).log;
            for (let p = 0; p < count; p++) {
              const reflected = image !== undefined && barrier !== undefined ? 2 * (image.log - barrier[p]!) : 0;
              const paidOut = european.type === 'cash' ? 1 : europeanValue(european, log[p]! + reflected, deviation);
              const scale = image !== undefined && barrier !== undefined ? exp(barrier[p]! - image.log) : 1;
              result[p] = result[p]! + weight * ratio[p]! * scale * paidOut;
            }
          });
        }
      },
    };
  }

  /** The worst performance of an autocall: with which probability it reaches the next barriers, about, and the put that is sold. */
  function openNote(note: Extract<Group, { kind: 'autocall' }>) {
    const { autocall } = note.claim;
    const { assets, initialFixings, times, callBarrier, couponBarrier, protectionBarrier } = autocall;
    const [worst, missed] = [array(), array()];
    const results = Array.from({ length: 4 }, array);
    const mean = (time: Years): number => assets.reduce((sum, asset) => sum + deviationTo(asset, time), 0) / assets.length;
    const next = times.findIndex((time) => time - now >= SAME_TIME);
    const [near, far] = next < 0 ? [0, 0] : [mean(times[next]!), mean(end)];
    const beyond = (log: number, level: number, deviation: number): number =>
      level <= 0 ? 1 : deviation > 0 ? normalCdf((log - ln(level)) / deviation) : log >= ln(level) ? 1 : 0;
    return {
      forms: results,
      features: [worst, ...(autocall.memory ? [missed] : [])],
      evaluate: (paths: GroupPaths, count: number): void => {
        worst.fill(Number.POSITIVE_INFINITY, 0, count);
        assets.forEach((asset, k) => {
          const { log } = forwardOf(asset);
          const initial = ln(initialFixings[k]!);
          for (let p = 0; p < count; p++) worst[p] = Math.min(worst[p]!, log[p]! - initial);
        });
        missed.set(paths.missed.subarray(0, count));
        if (next < 0) return;
        for (let p = 0; p < count; p++) {
          results[0]![p] = beyond(worst[p]!, levelOn(callBarrier, next), near);
          results[1]![p] = beyond(worst[p]!, levelOn(couponBarrier, next), near);
          results[2]![p] = beyond(worst[p]!, protectionBarrier, far);
          results[3]![p] = black(exp(worst[p]!), 1, far, -1);
        }
      },
    };
  }

  const controls = group.controls.map(({ asset, strike }) => ({ asset, strike, deviation: deviationTo(asset, end), call: array() }));
  return {
    unit,
    forms,
    controls: (count) =>
      controls.flatMap(({ asset, strike, deviation, call }) => {
        const { level } = forwardOf(asset);
        for (let p = 0; p < count; p++) call[p] = black(level[p]!, strike, deviation, 1);
        return [level, call];
      }),
    features: [...assetFeatures, ...(observed?.features ?? []), ...(note?.features ?? []), ...rates],
    evaluate: (paths, states, count) => {
      for (const { form, log, level } of forwards.values()) {
        linearOf(form.loads, form.constant, states, count, log);
        for (let p = 0; p < count; p++) level[p] = exp(log[p]!);
      }
      for (const each of rates) each.set(states[rate]!.subarray(0, count));
      european?.evaluate(states, count);
      note?.evaluate(paths, count);
      if (observed !== undefined && group.kind === 'flows') observed.evaluate(paths, group, count, forms[0]!);
    },
  };
}

/** A payment on one spot, undiscounted, from the logarithm of the forward. */
function europeanValue(
  { type, strike, sign }: { readonly type: 'vanilla' | 'digital'; readonly strike: number; readonly sign: 1 | -1 },
  log: number,
  deviation: number,
): number {
  const moneyness = strike > 0 ? log - ln(strike) : Number.POSITIVE_INFINITY;
  if (type === 'vanilla') return strike > 0 ? black(exp(log), strike, deviation, sign) : Math.max(sign * (exp(log) - strike), 0);
  if (deviation === 0) return sign * moneyness > 0 ? 1 : 0;
  return normalCdf(sign * (moneyness / deviation - 0.5 * deviation));
}

/** The mean of a payment on a sum of a lognormal amount and a known one. */
function paidOn(pays: Option | Clamped, random: number, fixedPart: number, deviation: number): number {
  const option = (strike: number, sign: 1 | -1): number => {
    const moneyness = strike - fixedPart;
    return random > 0 && moneyness > 0 ? black(random, moneyness, deviation, sign) : Math.max(sign * (random - moneyness), 0);
  };
  if (pays.type === 'option') return option(pays.strike, pays.sign);
  const { floor, cap } = pays;
  if (floor !== undefined && cap !== undefined && floor > cap) return paid(pays, random + fixedPart);
  return random + fixedPart + (floor === undefined ? 0 : option(floor, -1)) - (cap === undefined ? 0 : option(cap, 1));
}

type ForwardOf = (asset: number) => { readonly log: Float64Array; readonly level: Float64Array };

/** An observable as a lognormal amount and a known one, and the features that it adds. */
function openObserved(
  observable: Observable,
  forwardOf: ForwardOf,
  deviationTo: (asset: number, time: Years) => number,
  now: Years,
  end: Years,
  array: () => Float64Array,
) {
  const [random, fixedPart] = [array(), array()];
  const { features, deviation, split } = splitOf(observable, forwardOf, deviationTo, now, end, array);
  return {
    features,
    evaluate: (
      paths: GroupPaths,
      { claims }: { readonly claims: readonly { readonly weight: number; readonly type: string }[] },
      count: number,
      into: Float64Array,
    ): void => {
      split(paths.observable?.memory ?? [], count, random, fixedPart);
      into.fill(0, 0, count);
      for (const claim of claims as Extract<Group, { kind: 'flows' }>['claims'])
        if (claim.type === 'payoff')
          for (let p = 0; p < count; p++)
            into[p] = into[p]! + claim.weight * paidOn(claim.payoff.pays, random[p]!, fixedPart[p]!, deviation);
    },
  };
}

interface Split {
  readonly features: readonly Float64Array[];
  /** Standard deviation of the random amount. */
  readonly deviation: number;
  /** Writes the random and the known amount, and the features, from what the paths remember. */
  readonly split: (memory: readonly Float64Array[], count: number, random: Float64Array, fixedPart: Float64Array) => void;
}

const logOf = (level: number): number => ln(Math.max(level, SMALLEST_LEVEL));

function splitOf(
  observable: Observable,
  forwardOf: ForwardOf,
  deviationTo: (asset: number, time: Years) => number,
  now: Years,
  end: Years,
  array: () => Float64Array,
): Split {
  switch (observable.type) {
    case 'basket': {
      const { assets, weights } = observable;
      const sum = array();
      return {
        features: [sum],
        deviation: assets.reduce((total, asset) => total + deviationTo(asset, end), 0) / assets.length,
        split: (_, count, random, fixedPart) => {
          random.fill(0, 0, count);
          fixedPart.fill(0, 0, count);
          assets.forEach((asset, i) => {
            const into = weights[i]! > 0 ? random : fixedPart;
            const { level } = forwardOf(asset);
            for (let p = 0; p < count; p++) into[p] = into[p]! + weights[i]! * level[p]!;
          });
          for (let p = 0; p < count; p++) sum[p] = random[p]! + fixedPart[p]!;
        },
      };
    }
    case 'ranked': {
      const { assets, rank } = observable;
      const log = array();
      const better = rank === 'best' ? Math.max : Math.min;
      return {
        features: [log],
        deviation: assets.reduce((total, asset) => total + deviationTo(asset, end), 0) / assets.length,
        split: (_, count, random, fixedPart) => {
          fixedPart.fill(0, 0, count);
          random.set(forwardOf(assets[0]!).level.subarray(0, count));
          for (const asset of assets.slice(1)) {
            const { level } = forwardOf(asset);
            for (let p = 0; p < count; p++) random[p] = better(random[p]!, level[p]!);
          }
          for (let p = 0; p < count; p++) log[p] = ln(random[p]!);
        },
      };
    }
    case 'average': {
      const { asset, mean, times, known: past } = observable;
      const remaining = later(times, now);
      const share = remaining.length / (times.length + (past?.count ?? 0));
      const total = times.length + (past?.count ?? 0);
      const feature = array();
      // Var of a mean of m later logarithms: each pair counts with the variance to the earlier of its two times.
      const variance =
        remaining.reduce((sum, time, j) => sum + (2 * (remaining.length - j) - 1) * squareOf(deviationTo(asset, time)), 0) /
        squareOf(Math.max(remaining.length, 1));
      const deviation = Math.sqrt(variance) * (mean === 'arithmetic' ? 1 : share);
      return {
        features: [feature],
        deviation,
        split: ([sum], count, random, fixedPart) => {
          const { level, log } = forwardOf(asset);
          for (let p = 0; p < count; p++) {
            if (mean === 'arithmetic') {
              random[p] = share * level[p]!;
              fixedPart[p] = sum![p]! / total;
              feature[p] = logOf(random[p]! + fixedPart[p]!);
            } else {
              feature[p] = sum![p]! / total + share * log[p]!;
              random[p] = exp(feature[p]!);
              fixedPart[p] = 0;
            }
          }
        },
      };
    }
    case 'difference': {
      const [one, other] = [observable.of, observable.less].map((operand) => splitOf(operand, forwardOf, deviationTo, now, end, array));
      const [first, second] = [array(), array()];
      return {
        features: [...one!.features, ...other!.features],
        deviation: one!.deviation,
        split: ([sum, less], count, random, fixedPart) => {
          one!.split([sum!], count, random, fixedPart);
          other!.split([less!], count, first, second);
          for (let p = 0; p < count; p++) fixedPart[p] = fixedPart[p]! - first[p]! - second[p]!;
        },
      };
    }
    case 'extreme': {
      const { asset, side, floating } = observable;
      const log = array();
      const further = side === 'high' ? Math.max : Math.min;
      return {
        features: [log],
        deviation: floating ? 0 : deviationTo(asset, end),
        split: ([reached], count, random, fixedPart) => {
          const { level } = forwardOf(asset);
          fixedPart.fill(0, 0, count);
          for (let p = 0; p < count; p++) {
            log[p] = logOf(reached![p]!);
            random[p] = floating ? Math.abs(level[p]! - reached![p]!) : further(reached![p]!, level[p]!);
          }
        },
      };
    }
    case 'returns':
    case 'variance': {
      const { asset } = observable;
      const [so_far, since] = [array(), array()];
      return {
        features: [so_far, since],
        deviation: 0,
        split: ([sum, lastSpot], count, random, fixedPart) => {
          const { log } = forwardOf(asset);
          random.fill(0, 0, count);
          for (let p = 0; p < count; p++) {
            fixedPart[p] = sum![p]!;
            so_far[p] = sum![p]!;
            since[p] = log[p]! - ln(lastSpot![p]!);
          }
        },
      };
    }
  }
}
