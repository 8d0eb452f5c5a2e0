/** Receipts of runs: the list with its hash chain, one receipt, and its replay. */
import { z } from 'zod';
import type { AuditReport__Output } from '#proto/types/svc/evidence/v1/AuditReport';
import type { ChainPoint__Output } from '#proto/types/svc/evidence/v1/ChainPoint';
import type { ChainReport__Output } from '#proto/types/svc/evidence/v1/ChainReport';
import { receipts as resource } from '#services/resources/receipt';
import { JsonText, operation } from '../contract/operation.js';
import { pageResponse, uuid } from '../contract/page.js';
import { uncheckedBy } from '../contract/unchecked.js';
import { listQuery } from '../resource/crud.js';
import { readReceipt, type WholeReceipt } from '../run/receipts.js';
import { ENVIRONMENT_PARTS, replayReceipt } from '../run/replay.js';
import { sourceHash, status } from './governance.js';

export const runManifest = z
  .object({
    engineVersion: z.string(),
    runId: uuid,
    pricerId: z.string(),
    pricerVersion: z.int(),
    pricerFingerprint: z.string(),
    capabilityStatus: status,
    marketDataAsOf: z.iso.date().meta({ description: 'The oldest date of the market data used' }),
    runtime: z.string().optional().meta({
      description:
        'What computed the number: the versions of Node.js and V8 and the architecture of the processor. Absent from manifests made before it was recorded',
    }),
    calibrations: z
      .array(z.object({ name: z.string(), runId: uuid }))
      .optional()
      .meta({
        description:
          'Stored curves, credit curves and surfaces on which the number rests and which a calibration fitted, each with the run of which it is the result: its receipt has the quotes',
      }),
    warnings: z.array(z.string()).optional(),
    blocks: z
      .array(z.object({ count: z.int(), arithmetic: z.enum(['webgpu', 'webasm', 'cpu', 'double']) }))
      .optional()
      .meta({ description: 'Of a job that workers shared in blocks: the blocks in their order, and what computed them' }),
  })
  .meta({ id: 'RunManifest', description: 'What produced a number; runId is the correlation id of the run' });

type RunManifest = z.infer<typeof runManifest>;

const json = z.record(z.string(), z.unknown());

const receiptSummary = z
  .object({ runId: uuid, operationId: z.string(), tag: z.string().optional(), pricerId: z.string(), createdAt: z.iso.datetime() })
  .meta({ id: 'ReceiptSummary' });

const receiptSchema = z
  .object({
    runId: uuid,
    operationId: z.string(),
    createdAt: z.iso.datetime(),
    backend: z.string().optional().meta({ description: 'The backend that simulated the paths; absent for closed forms' }),
    traceId: z.string().optional().meta({ description: 'The trace that the caller named; absent where none was named' }),
    request: json.meta({ description: 'The request body as it came' }),
    inputs: z
      .object({
        today: z.iso.date().meta({ description: 'The date used where the request leaves out its valuation date' }),
        params: json.optional().meta({ description: 'Path parameters' }),
        query: json.optional().meta({ description: 'Query parameters' }),
        headers: json.optional().meta({ description: 'The request headers that the operation reads' }),
        resolved: json.optional().meta({ description: 'The stored inputs that the run looked up, by name' }),
        pricerSources: sourceHash.optional(),
        replayOf: uuid.optional().meta({ description: 'Of a replay: the run that it repeats' }),
      })
      .optional()
      .meta({ description: 'What a replay uses beside the body; absent from receipts made before it was recorded' }),
    result: json.meta({ description: 'The `data` of the response' }),
    manifest: runManifest,
  })
  .meta({ id: 'Receipt' });

const chainPoint = z.object({ block: z.int(), hash: z.string(), at: z.iso.datetime() });

const chainReport = z
  .object({
    intact: z.boolean().meta({ description: 'Whether everything that was walked agrees' }),
    complete: z.boolean().meta({
      description:
        'Whether the walk reached the newest block, or a break. What it could not check, `unchecked` says; receipts of the last seconds are in no block yet',
    }),
    unchecked: z.array(z.string()).meta({ description: 'What was not checked, in words' }),
    anchored: z
      .int()
      .meta({ description: 'Number of the block whose hash is kept outside the store, which the chain must go through; 0: none' }),
    blocks: z.int(),
    receipts: z.int().meta({ description: 'Receipts that were compared with the hash that their block holds' }),
    signed: z.int().meta({ description: 'Blocks whose signature is that of a configured key' }),
    checkpoint: chainPoint.optional().meta({ description: 'The last block whose receipts retention has removed' }),
    head: chainPoint.optional().meta({ description: 'The newest block that was walked' }),
    brokenAt: z
      .object({ block: z.int(), runId: uuid.optional(), reason: z.string() })
      .optional()
      .meta({ description: 'The first place where something does not agree; without `runId` the block itself' }),
    unlinked: z.array(uuid).meta({ description: 'Up to ten receipts that no block holds although they are hours old' }),
    audit: z
      .object({
        intact: z.boolean(),
        entries: z.int(),
        signed: z.int(),
        anchored: z.int(),
        unchecked: z.array(z.string()),
        head: z.string(),
        brokenAt: z.object({ entry: z.int(), reason: z.string() }).optional(),
      })
      .meta({
        description: 'The audit log of the tenant, a chain of its own. `head` is the hash of the newest entry; empty where there is none',
      }),
    continueFrom: z.iso.datetime().optional().meta({ description: 'The walk ran out of time: the `from` with which to go on' }),
  })
  .meta({ id: 'ChainReport', description: 'What a walk over the hash chain of the receipts found' });

const runId = z.strictObject({ runId: uuid });

const timestamp = (ms: number) => new Date(ms).toISOString();

/** A receipt as JSON, joined from the texts that it holds. */
export const receiptView = (receipt: WholeReceipt): JsonText<z.infer<typeof receiptSchema>> => {
  const { runId, operationId, createdAtMs, backend, traceId, requestJson, inputsJson, resultJson, manifestJson } = receipt;
  const head = { runId, operationId, createdAt: timestamp(createdAtMs), ...(backend && { backend }), ...(traceId && { traceId }) };
  const inputs = inputsJson && `"inputs":${inputsJson},`;
  return new JsonText(
    `${JSON.stringify(head).slice(0, -1)},"request":${requestJson},${inputs}"result":${resultJson},"manifest":${manifestJson}}`,
  );
};

const pointView = ({ block, hash, atMs }: ChainPoint__Output) => ({ block, hash, at: timestamp(atMs) });

function reportView(
  { checkpoint, head, broken, continueFromMs, unlinked, audit, ...counts }: ChainReport__Output,
  fromMs: number,
): z.input<typeof chainReport> {
  return {
    intact: broken === null && unlinked.length === 0,
    complete: continueFromMs === 0,
    unchecked: [
      ...uncheckedBy({ links: counts.blocks, ...counts }, 'blocks'),
      ...(fromMs > 0 ? [`blocks before ${timestamp(fromMs)}`] : []),
      ...(continueFromMs > 0 ? [`blocks from ${timestamp(continueFromMs)} on`] : []),
    ],
    ...counts,
    ...(checkpoint && { checkpoint: pointView(checkpoint) }),
    ...(head && { head: pointView(head) }),
    ...(broken && { brokenAt: { block: broken.block, reason: broken.reason, ...(broken.runId && { runId: broken.runId }) } }),
    unlinked,
    audit: auditView(audit),
    ...(continueFromMs > 0 && { continueFrom: timestamp(continueFromMs) }),
  };
}

function auditView(report: AuditReport__Output | null) {
  if (report === null) throw new Error('a report on the chain came without the one on the audit log');
  const { brokenEntry, brokenReason, ...counts } = report;
  const unchecked = uncheckedBy({ links: counts.entries, ...counts }, 'entries');
  return {
    intact: brokenEntry === 0,
    unchecked,
    ...counts,
    ...(brokenEntry > 0 && { brokenAt: { entry: brokenEntry, reason: brokenReason } }),
  };
}

export const receipts = [
  operation({
    id: 'listReceipts',
    method: 'GET',
    path: '/api/v1/governance/receipts',
    tag: 'Governance',
    scope: 'governance',
    costClass: 'store',
    summary: 'List run receipts',
    description:
      'With `verify=true` the answer also says whether the hash chain of all receipts of the tenant is intact. A receipt stands in the chain a few seconds after its run.',
    query: listQuery(resource, []).extend({
      operation: z.string().max(100).optional().meta({ description: 'Operation id, such as priceOption' }),
      pricerId: z.string().max(100).optional(),
      tag: z.string().max(100).optional().meta({ description: 'Tag of the operation, such as Vanilla' }),
      from: z.iso.datetime({ offset: true }).optional().meta({ description: 'Made at or after' }),
      to: z.iso.datetime({ offset: true }).optional().meta({ description: 'Made before' }),
      verify: z
        .enum(['true', 'false'])
        .default('false')
        .meta({ description: 'Whether to walk the hash chain of the receipts, from `from` where it is given' }),
    }),
    response: pageResponse(receiptSummary).extend({ chain: chainReport.optional() }),
    handle: async ({ query, call }, { evidence }) => {
      const fromMs = query.from === undefined ? 0 : Date.parse(query.from);
      const [{ items, nextCursor }, report] = await Promise.all([
        evidence.listReceipts(
          {
            limit: query.limit,
            cursor: query.cursor ?? '',
            sort: query.sort,
            operationId: query.operation ?? '',
            pricerId: query.pricerId ?? '',
            tag: query.tag ?? '',
            fromMs,
            toMs: query.to === undefined ? 0 : Date.parse(query.to),
          },
          call,
        ),
        query.verify === 'true' ? evidence.verifyReceipts({ fromMs }, call) : undefined,
      ]);
      return {
        data: {
          items: items.map(({ runId, operationId, tag, pricerId, createdAtMs }) => ({
            runId,
            operationId,
            ...(tag && { tag }),
            pricerId,
            createdAt: timestamp(createdAtMs),
          })),
          ...(nextCursor && { nextCursor }),
          ...(report && { chain: reportView(report, fromMs) }),
        },
      };
    },
  }),
  operation({
    id: 'getReceipt',
    largeAnswers: true,
    method: 'GET',
    path: '/api/v1/governance/receipts/{runId}',
    tag: 'Governance',
    scope: 'governance',
    costClass: 'store',
    failures: ['SVC-RES-001'],
    summary: 'Get the receipt of one run: its inputs, manifest and result',
    params: runId,
    response: receiptSchema,
    handle: async ({ params, call }, { evidence }) => ({ data: receiptView(await readReceipt(evidence, params.runId, call)) }),
  }),
  operation({
    id: 'replayReceipt',
    largeAnswers: true,
    method: 'POST',
    path: '/api/v1/governance/receipts/{runId}/replay',
    tag: 'Governance',
    scope: 'governance',
    costClass: 'simulation',
    failures: ['SVC-RES-001', 'SVC-RES-002', 'SVC-LIMIT-003', 'SVC-CALC-001', 'SVC-CALC-002'],
    manifest: 'always',
    summary: 'Replay a receipt and compare the results to the last bit',
    description:
      'Uses the inputs that the receipt holds, stored data included, on the backend of the first run where this deployment has it. The replay is a run of its own, with its own manifest in `meta` and its own receipt.',
    params: runId,
    response: z.object({
      runId: uuid.meta({ description: 'The run that was repeated' }),
      identical: z.boolean(),
      differences: z
        .array(z.object({ pointer: z.string(), original: z.unknown(), replayed: z.unknown() }))
        .meta({ description: 'Where result or pricer differ; empty when identical' }),
      environment: z
        .array(z.object({ part: z.enum(ENVIRONMENT_PARTS), original: z.string().optional(), replayed: z.string().optional() }))
        .meta({
          description:
            'What the first run was computed with and the replay is not: another version of the engine, of Node or V8, another processor or adapter of WebGPU, whose bits are its own. Empty where all are the same; a value is absent where a manifest does not state it',
        }),
      result: json,
      manifest: runManifest,
    }),
    handle: async ({ params, caller, call }, dependencies) => {
      const receipt = await readReceipt(dependencies.evidence, params.runId, call);
      const { differences, environment, result, manifest } = await replayReceipt(receipt, { caller, signal: call.signal }, dependencies);
      return {
        data: {
          runId: params.runId,
          identical: differences.length === 0,
          differences: [...differences],
          environment: [...environment],
          result,
          manifest: manifest as RunManifest,
        },
        manifest,
        receiptKept: true,
      };
    },
  }),
];
