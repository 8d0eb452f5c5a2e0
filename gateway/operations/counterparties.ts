/** Operations on the documents of which a counterparty or netting set has one: credit curve, exposure limit and collateral agreement. */
import { z } from 'zod';
import {
  type CreditCurveResponse,
  creditCurveRequest,
  datesOrTimes,
  datesOrTimesRule,
  evaluatedAt,
  evaluatedPoint,
  hazardAt,
  pointsAt,
  probabilitiesAt,
} from '#engine/schemas';
import { collateralAgreementFields, collateralAgreements } from '#services/resources/collateral-agreement';
import { type Correlation, correlations } from '#services/resources/correlation';
import { counterparties as resource } from '#services/resources/counterparty';
import { type CreditCurve, creditCurveExample, creditCurves } from '#services/resources/credit-curve';
import { exposureLimitFields, exposureLimits } from '#services/resources/exposure-limit';
import { nettingSets } from '#services/resources/netting-set';
import { notThere } from '../contract/errors.js';
import { type Dependencies, type OperationCall, operation } from '../contract/operation.js';
import { writing } from '../resource/crud.js';
import { subResourceOperations } from '../resource/sub-resource.js';
import { runInPlace } from '../run/in-place.js';
import { creditCurveOf, notedAt, ROOT } from '../stored/names.js';

const path = '/api/v1/counterparties/{counterpartyId}';
const shared = { tag: 'Counterparties', scope: 'xva' } as const;
const id = z.string().max(200);
const params = z.strictObject({ counterpartyId: id });

const requireCounterparty = (
  { counterpartyId }: Readonly<Record<string, string>>,
  documents: Dependencies['documents'],
  call: OperationCall,
) => documents.getDocument({ collection: resource.collection, id: counterpartyId, version: 0 }, call);

async function requireNettingSet(
  { counterpartyId, nettingSetId = '' }: Readonly<Record<string, string>>,
  documents: Dependencies['documents'],
  call: OperationCall,
): Promise<void> {
  const { fieldsJson } = await documents.getDocument({ collection: nettingSets.collection, id: nettingSetId, version: 0 }, call);
  if ((JSON.parse(fieldsJson) as { counterpartyId: string }).counterpartyId !== counterpartyId) throw notThere(nettingSetId);
}

const evaluateRequest = z
  .strictObject(evaluatedAt)
  .superRefine(datesOrTimes)
  .meta({ id: 'EvaluateCreditCurveRequest', ...datesOrTimesRule });

const point = z.object({
  ...evaluatedPoint,
  survivalProbability: z.number(),
  defaultProbability: z.number().meta({ description: '1 − survivalProbability, without the rounding of that difference' }),
  hazardRate: z.number().meta({ description: 'Default intensity, per year; at a node, that before it' }),
});

export const counterparties = [
  ...subResourceOperations({
    ...shared,
    resource: creditCurves,
    idField: 'counterpartyId',
    name: 'CreditCurve',
    noun: 'the credit curve of a counterparty',
    path: `${path}/credit-curve`,
    params,
    requireOwner: requireCounterparty,
    removable: false,
    example: creditCurveExample,
    writing: writing({
      request: creditCurveRequest,
      description: 'By spreads, it is fitted now: the receipt of the run is that of desk/v1/calibrate/credit-curve, which can be replayed.',
      failures: ['SVC-CALC-002'],
      manifest: 'when_priced',
      complete: async (body, { call, stored }, dependencies) => {
        const { data, manifest } = await runInPlace<CreditCurveResponse>('calibrateCreditCurve', body, call, dependencies);
        const asOf = stored.oldest();
        const isOlder = asOf !== undefined && asOf < body.valuationDate;
        return { fields: { ...body, ...data, ...(isOlder && { marketDataAsOf: asOf }), calibrationRunId: manifest?.runId }, manifest };
      },
    }),
  }),
  operation({
    ...shared,
    id: 'evaluateCreditCurve',
    method: 'POST',
    path: `${path}/credit-curve/evaluate`,
    costClass: 'store',
    summary: 'Survival and default probabilities of a counterparty at dates or times',
    params,
    request: evaluateRequest,
    example: { times: [1, 5] },
    response: z
      .object({ points: z.array(point).meta({ description: 'One per date or time, in order' }) })
      .meta({ id: 'EvaluatedCreditCurve' }),
    failures: ['SVC-RES-001'],
    handle: async ({ params, body, call, stored }, { documents }) => {
      await requireCounterparty(params, documents, call);
      const { fields } = await creditCurveOf(params.counterpartyId, stored);
      return { data: { points: pointsOf(fields, body) } };
    },
  }),
  ...subResourceOperations({
    ...shared,
    resource: exposureLimits,
    idField: 'counterpartyId',
    name: 'Limit',
    noun: 'the exposure limit of a counterparty',
    path: `${path}/limit`,
    params,
    requireOwner: requireCounterparty,
    removable: false,
    example: { measure: 'pfe95', currency: 'EUR', amount: 25e6, horizonYears: 5 },
    writing: writing({
      request: exposureLimitFields,
      failures: [],
      complete: async (body, { stored }) => {
        const { correlationId } = body;
        if (correlationId !== undefined)
          await notedAt(ROOT, 'correlationId', stored.document<Correlation>(correlations, correlationId, 'correlation'));
        return { fields: body };
      },
    }),
  }),
  ...subResourceOperations({
    ...shared,
    resource: collateralAgreements,
    idField: 'nettingSetId',
    name: 'CollateralAgreement',
    noun: 'the collateral agreement of a netting set',
    path: `${path}/netting-sets/{nettingSetId}/csa`,
    params: z.strictObject({ counterpartyId: id, nettingSetId: id }),
    requireOwner: requireNettingSet,
    removable: true,
    example: { currency: 'EUR', threshold: 1e6, minimumTransfer: 1e5, marginPeriodDays: 10 },
    writing: writing({ request: collateralAgreementFields, failures: [], complete: async (fields) => ({ fields }) }),
  }),
];

function pointsOf({ valuationDate, nodes }: CreditCurve, request: z.output<typeof evaluateRequest>) {
  const hazard = { times: nodes.map(({ time }) => time), rates: nodes.map(({ hazardRate }) => hazardRate) };
  return pointsAt(request, valuationDate).map(({ date, time }) => ({
    date,
    time,
    ...probabilitiesAt(hazard, time),
    hazardRate: hazardAt(hazard, time),
  }));
}
