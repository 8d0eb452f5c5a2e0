/** Challenges of real requests by second methods: run on demand or by the clock of a cluster, stored, and reported with validations. */
import { z } from 'zod';
import { modelChallenges } from '#services/resources/model-challenge';
import { type ValidationFinding, validationFindings } from '#services/resources/validation-finding';
import { satisfies } from '../contract/entitlement.js';
import { HttpFailure } from '../contract/errors.js';
import { type Dependencies, type OperationCall, operation } from '../contract/operation.js';
import { documentSchema, documentView } from '../resource/crud.js';
import { challengeReceipts, findingOf, resultOfPairing } from '../validation/challenges.js';

const PATH = '/desk/v1/validation/challenges';

const request = z
  .strictObject({
    sample: z.int().min(1).max(200).default(50).meta({ description: 'Receipts that are read, the newest of each pricer in turn' }),
    lowerStatus: z.boolean().default(false).meta({
      description:
        'Whether a finding of high severity comes with a request to lower the status of the pricer to experimental, which another person decides; it needs the scope governance',
    }),
  })
  .meta({ id: 'ModelChallengeRequest' });

/** Asks for the lower status. @returns the id of the request; undefined where the pricer is no stronger */
async function loweredBy(statement: string, pricerId: string, call: OperationCall, { governance, pricing }: Dependencies) {
  const pricer = (await pricing.listPricers({}, call)).pricers.find(({ id }) => id === pricerId);
  if (pricer === undefined || !['ga-validated', 'production-candidate'].includes(pricer.status)) return undefined;
  const approval = { pricerId, toStatus: 'experimental', reason: statement };
  const { fingerprint, status: fromStatus } = pricer;
  return (await governance.requestApproval({ approvalJson: JSON.stringify(approval), fingerprint, fromStatus }, call)).id;
}

/** The open finding of a challenger about the present version of a pricer. */
async function openFinding(pricerId: string, fingerprint: string | undefined, call: OperationCall, { documents }: Dependencies) {
  const { collection } = validationFindings;
  const filters = { pricerId, source: 'challenger', state: 'open' };
  const query = { collection, limit: 50, cursor: '', sort: '', search: '', filtersJson: JSON.stringify(filters) };
  const { items } = await documents.listDocuments(query, call);
  return items.find(({ fieldsJson }) => (JSON.parse(fieldsJson) as ValidationFinding).fingerprint === fingerprint)?.id;
}

export const challenges = [
  operation({
    id: 'challengeModels',
    method: 'POST',
    path: PATH,
    tag: 'Model Risk',
    scope: 'validate',
    costClass: 'simulation',
    summary: 'Have second methods price a sample of real requests, and open findings where they drift',
    description:
      'The requests are those of receipts of the present versions of pricers. Trees, boundary methods, transforms, closed forms and simulations price what another method has priced; a difference above four standard errors and the error bounds of both opens a finding, unless one is open. The result stands in the validation report.',
    status: 201,
    request,
    example: { sample: 20 },
    response: documentSchema(modelChallenges, 'ModelChallenge'),
    responseHeaders: { Location: 'Path of the new resource' },
    failures: ['SVC-AUTH-004', 'SVC-RES-002', 'SVC-LIMIT-003', 'SVC-CALC-001'],
    handle: async ({ body, call, caller }, dependencies) => {
      if (body.lowerStatus && !satisfies(caller.scopes, 'governance'))
        throw new HttpFailure('SVC-AUTH-004', 'lowerStatus needs the scope governance');
      const { documents } = dependencies;
      const { receipts, unchallenged, pairings } = await challengeReceipts(body.sample, [call, dependencies]);
      const results = [];
      for (const pairing of pairings) {
        const finding = findingOf(pairing);
        let findingId = finding && (await openFinding(finding.pricerId, finding.fingerprint, call, dependencies));
        if (finding !== undefined && findingId === undefined) {
          const isLowered = body.lowerStatus && finding.severity === 'high';
          const approvalId = isLowered && (await loweredBy(finding.statement, finding.pricerId, call, dependencies));
          const fieldsJson = JSON.stringify({ ...finding, ...(approvalId && { approvalId }) });
          findingId = (await documents.createDocument({ collection: validationFindings.collection, fieldsJson }, call)).id;
        }
        results.push(...resultOfPairing(pairing, findingId));
      }
      const fieldsJson = JSON.stringify({ receipts, unchallenged, results });
      const { collection } = modelChallenges;
      const document = await documents.createDocument({ collection, fieldsJson, requestId: call.requestId }, call);
      return { data: documentView(document), headers: { Location: `${PATH}/${encodeURIComponent(document.id)}` } };
    },
  }),
];
