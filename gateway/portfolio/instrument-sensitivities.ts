/** Sensitivities of a book of instruments of any type to the factors of its market, in the reporting currency. */
import {
  type BookSetting,
  closedFormPricer,
  defaultReportingCurrency,
  factorKey,
  type InstrumentSensitivities,
  type Sensitivity,
} from '#engine/schemas';
import { defined } from '#services/runtime/defined';
import { documentRequest, notedOutcome } from '../contract/computation.js';
import { invalidRequest, requireFinite } from '../contract/errors.js';
import { type FailedItem, type ItemError, itemError } from '../contract/failed-item.js';
import { type KeptManifest, weakestManifest } from '../contract/manifest.js';
import type { Dependencies, Outcome, RunContext } from '../contract/operation.js';
import { incompleteWarning } from './book-valuation.js';
import {
  askByPricer,
  failedPosition,
  failureOf,
  manifestsOf,
  type ReadPosition,
  readPosition,
  requireOneSpot,
  withoutClosedForm,
} from './instrument-book.js';

/** Rates, per 1e-4 of which sensitivities are given in basis points. */
const IN_BASIS_POINTS: ReadonlySet<string> = new Set(['rate', 'projection', 'credit']);
const BASIS_POINT = 1e-4;

interface SensitivitySettings {
  readonly tenors: readonly number[];
  readonly units: 'per_one' | 'basis_point';
  readonly perPosition: boolean;
}

type WithUnit = Sensitivity & { readonly unit: 'per_one' | 'basis_point' };

interface PositionSensitivities {
  readonly id?: string;
  readonly type: string;
  readonly quantity: number;
  readonly sensitivities?: WithUnit[];
}

interface BookSensitivities {
  readonly complete: boolean;
  readonly currency: string;
  readonly sensitivities: WithUnit[];
  readonly positions: (PositionSensitivities | FailedItem)[];
  readonly summary: { readonly count: number; readonly succeeded: number; readonly failed: number; readonly priced: number };
}

type Found = { readonly sensitivities: readonly Sensitivity[]; readonly manifest: KeptManifest } | ItemError;

/** @param setting  with a market, in which all positions are valued */
export async function sensitivitiesOfInstruments(
  positions: readonly unknown[],
  setting: BookSetting,
  settings: SensitivitySettings,
  run: RunContext,
  dependencies: Dependencies,
): Promise<Outcome<BookSensitivities>> {
  if (setting.market === undefined) throw invalidRequest('/market', 'is required: sensitivities are to its factors');
  requireOneSpot(positions, setting);
  const { tenors } = settings;
  const call = { ...run.call, today: setting.valuationDate };
  const reportingCurrency = defined(defaultReportingCurrency(setting), 'a currency of the market');
  const read = positions.map((position) => readPosition(position, setting));
  const results: Found[] = read.map((each) => ('error' in each ? each : notMeasured(each)));
  await askByPricer<InstrumentSensitivities>(
    read,
    ({ plan }) => closedFormPricer(plan),
    (pricerId, instruments) =>
      dependencies.risk.instrumentSensitivities(
        documentRequest({ pricerId, ...setting, reportingCurrency, tenors, instruments }, call),
        call,
      ),
    (index, value, manifest) => {
      results[index] = 'sensitivities' in value ? { sensitivities: value.sensitivities, manifest } : failureOf(value);
    },
  );
  const sums = new Map<string, Sensitivity>();
  let succeeded = 0;
  const outcomes = results.map((result, index): PositionSensitivities | FailedItem => {
    const position = defined(read[index], 'a position');
    if ('error' in result || 'error' in position)
      return failedPosition(positions[index], position, index, result as ItemError, setting.market);
    succeeded++;
    const { id, type, quantity } = position;
    const scaled = result.sensitivities.map(({ value, ...rest }) => ({ ...rest, value: quantity * value }));
    for (const each of scaled) {
      const key = factorKey(each.factor);
      const sum = sums.get(key);
      const bump = sum?.bump ?? each.bump;
      sums.set(key, { factor: each.factor, value: (sum?.value ?? 0) + each.value, ...(bump !== undefined && { bump }) });
    }
    return {
      ...(id !== undefined && { id }),
      ...{ type, quantity },
      ...(settings.perPosition && { sensitivities: scaled.map((each) => inUnits(each, settings)) }),
    };
  });
  const sensitivities = [...sums.values()].map((each) => inUnits(each, settings));
  for (const { value } of sensitivities) requireFinite({ value });
  const count = positions.length;
  const summary = { count, succeeded, failed: count - succeeded, priced: succeeded };
  const data = { complete: succeeded === count, currency: reportingCurrency, sensitivities, positions: outcomes, summary };
  const manifests = manifestsOf(results);
  if (manifests.length === 0) return { data };
  return notedOutcome({ data, manifest: weakestManifest(manifests) }, { warnings: incompleteWarning(summary) });
}

const inUnits = ({ factor, value, bump }: Sensitivity, { units }: SensitivitySettings): WithUnit => {
  const isPerPoint = units === 'basis_point' && IN_BASIS_POINTS.has(factor.kind);
  return {
    factor,
    value: isPerPoint ? value * BASIS_POINT : value,
    unit: isPerPoint ? 'basis_point' : 'per_one',
    ...(bump !== undefined && { bump }),
  };
};

/** The reason why an instrument has no sensitivities here; it is replaced where the risk service gives some. */
const notMeasured = ({ type, plan }: ReadPosition): ItemError =>
  itemError(
    plan.hasOwnMarket
      ? invalidRequest('', 'must be valued in the market of the request: with a market of its own it has no factor of that')
      : invalidRequest('/type', `has no sensitivities to the factors of a market: ${withoutClosedForm(type)}`),
  );
