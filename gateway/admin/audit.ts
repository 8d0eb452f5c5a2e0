import { z } from 'zod';
import { operation } from '../contract/operation.js';
import { pageQuery, pageResponse } from '../contract/page.js';
import { uncheckedBy } from '../contract/unchecked.js';
import { MAX_FILTER } from '../resource/crud.js';
import { dataOf, environment, id } from './views.js';

const filter = (meaning: string) => z.string().min(1).max(MAX_FILTER).optional().meta({ description: meaning });
const instant = (meaning: string) =>
  z.iso
    .datetime()
    .transform((text) => Date.parse(text))
    .optional()
    .meta({ description: meaning });

const entry = z
  .object({
    number: z.int().meta({ description: '1 for the first entry of the tenant' }),
    at: z.iso.datetime(),
    action: z.string().meta({ description: 'Such as key.revoke or trades.replace' }),
    subject: z.string().meta({ description: 'Id of what was changed' }),
    actor: z.string().meta({ description: 'Id of the key or user; terminal and a name for a command on the machine itself' }),
    address: z.string().optional().meta({ description: 'Network address of the caller' }),
    correlationId: z.string().meta({ description: 'Of the request' }),
    details: z.record(z.string(), z.unknown()),
    before: z.string().optional().meta({ description: 'BLAKE3 of the fields before the change; absent: there were none' }),
    after: z.string().optional().meta({ description: 'BLAKE3 of the fields after the change; absent: none are left' }),
    changes: z
      .array(
        z.object({
          pointer: z.string().meta({ description: 'JSON pointer of the field' }),
          before: z.unknown().optional().meta({ description: 'Absent: there was none' }),
          after: z.unknown().optional().meta({ description: 'Absent: none is left' }),
        }),
      )
      .optional()
      .meta({ description: 'The fields that the change sets, with their values before and after it; secrets are not shown' }),
    omittedChanges: z
      .int()
      .optional()
      .meta({ description: 'Further fields whose values are too long for an entry; the hashes cover them' }),
    hash: z.string().meta({ description: 'Covers all of the entry and the hash of the one before' }),
    signed: z.boolean(),
    effect: z.enum(['made', 'not_made']).optional().meta({
      description:
        'With effects: whether the change was made. Absent where that cannot be told: in the first minute, and of entries that are no change of one document',
    }),
  })
  .meta({
    id: 'AuditEntry',
    description:
      'What was done, by whom and from where. It is written before the change itself, so that no change is without one: a change that was refused then, or whose process ended, leaves an entry without effect',
  });

/** A stored entry, as services/resources/audit-entry.ts has it. */
interface StoredEntry {
  readonly action: string;
  readonly subject: string;
  readonly actor: string;
  readonly address: string;
  readonly correlationId: string;
  readonly detailsJson: string;
  readonly before: string;
  readonly after: string;
  readonly changesJson?: string;
  readonly hash: string;
  readonly keyId: string;
  readonly effect?: 'made' | 'not_made';
}

function changesView(json: string) {
  const { fields, omitted } = JSON.parse(json) as { readonly fields: { readonly pointer: string }[]; readonly omitted?: number };
  return { changes: fields, ...(omitted && { omittedChanges: omitted }) };
}

export const audit = [
  operation({
    id: 'listAudit',
    method: 'GET',
    path: '/admin/v1/audit',
    tag: 'Audit',
    scope: 'admin',
    costClass: 'batch',
    summary: 'The audit log of a tenant, newest first',
    description:
      'Every administrative act, every change of stored data and every decision on an approval is one entry. The entries of a tenant are a hash chain; verify walks it.',
    query: pageQuery.extend({
      tenantId: id.optional().meta({ description: 'By default the caller’s own tenant; another one for administrators of the platform' }),
      environment,
      action: filter('Equal to this: action'),
      subject: filter('Equal to this: subject'),
      actor: filter('Equal to this: actor'),
      from: instant('At this time or later'),
      to: instant('Before this time'),
      effects: z
        .enum(['true', 'false'])
        .optional()
        .meta({ description: 'Whether to say of each change of a stored document if it was made' }),
      verify: z.enum(['true', 'false']).optional().meta({ description: 'Whether to check the whole chain of the tenant too' }),
    }),
    response: pageResponse(entry)
      .extend({
        verification: z
          .object({
            entries: z.int().meta({ description: 'Entries that agree with their hashes, from the first one on' }),
            signed: z.int().meta({ description: 'Those with the signature of a configured key' }),
            head: z.string().meta({ description: 'Hash of the last one that agrees' }),
            anchored: z
              .int()
              .meta({ description: 'Number of the entry whose hash is kept outside the store, which the chain must go through; 0: none' }),
            unchecked: z.array(z.string()).meta({ description: 'What was not checked, in words' }),
            intact: z.boolean(),
            broken: z
              .object({ entry: z.int(), reason: z.string() })
              .optional()
              .meta({ description: 'The first entry that does not agree' }),
          })
          .optional(),
      })
      .meta({ id: 'AuditPage' }),
    failures: ['SVC-RES-001'],
    handle: async ({ query, caller, call }, { evidence }) => {
      const {
        limit,
        cursor = '',
        tenantId: owner = caller.tenantId,
        environment: dataEnvironment,
        effects,
        verify,
        from,
        to,
        ...filters
      } = query;
      const tenantId = dataOf(owner, dataEnvironment);
      const filtersJson = JSON.stringify({ ...filters, createdFrom: from, createdBefore: to });
      const { items, nextCursor } = await evidence.listAudit({ tenantId, limit, cursor, filtersJson, effects: effects === 'true' }, call);
      const report = verify === 'true' ? await evidence.verifyAudit({ tenantId }, call) : undefined;
      return {
        data: {
          items: items.map(({ id: number, createdAtMs, fieldsJson }) => {
            const {
              action,
              subject,
              actor,
              address,
              correlationId,
              detailsJson,
              before: hashBefore,
              after: hashAfter,
              changesJson,
              hash,
              keyId,
              effect,
            } = JSON.parse(fieldsJson) as StoredEntry;
            return {
              ...{ number: Number(number), at: new Date(createdAtMs).toISOString(), action, subject, actor, correlationId, hash },
              ...{ details: JSON.parse(detailsJson) as Record<string, unknown>, signed: keyId !== '' },
              ...(address && { address }),
              ...(hashBefore && { before: hashBefore }),
              ...(hashAfter && { after: hashAfter }),
              ...(changesJson && changesView(changesJson)),
              ...(effect && { effect }),
            };
          }),
          ...(nextCursor && { nextCursor }),
          ...(report && {
            verification: {
              ...{ entries: report.entries, signed: report.signed, head: report.head, intact: report.brokenEntry === 0 },
              anchored: report.anchored,
              unchecked: uncheckedBy({ links: report.entries, ...report }, 'entries'),
              ...(report.brokenEntry > 0 && { broken: { entry: report.brokenEntry, reason: report.brokenReason } }),
            },
          }),
        },
      };
    },
  }),
];
