/** Snapshots: the market frozen by value. */
import { z } from 'zod';
import { quoteSymbol } from '#services/resources/quote';
import { snapshots as resource, snapshotContents } from '#services/resources/snapshot';
import { text } from '#services/resources/text';
import { HttpFailure, httpFailure } from '../contract/errors.js';
import { type Dependencies, type OperationCall, operation } from '../contract/operation.js';
import { documentSchema, documentView, etagHeader, withEtag } from '../resource/crud.js';
import { contentHash, type SnapshotContent, snapshotText } from '../stored/look-up.js';
import { gatherSnapshot, MAX_DOCUMENTS, MAX_SYMBOLS } from '../stored/snapshot-content.js';

const { collection } = resource;
const path = '/api/v1/market-data/snapshots';
const shared = { tag: 'Market Data', scope: 'price' } as const;
/** Largest content, characters of JSON: what one stored document holds. */
const MAX_CONTENT = 8 * 2 ** 20;

const ids = (subject: string) =>
  z
    .array(z.string().max(200))
    .max(MAX_DOCUMENTS)
    .optional()
    .meta({ description: `Ids; by default every ${subject}` });

const request = z
  .strictObject({
    name: text(200),
    asOf: z.union([z.iso.date(), z.iso.datetime()]).meta({ description: 'Date, until its end, or time in UTC' }),
    curveIds: ids('curve: of each name, currency and kind the latest as of then'),
    surfaceIds: ids('surface: of each name and underlying the latest as of then'),
    rateVolatilitiesIds: ids('table of volatilities of rates: of each name and underlying the latest as of then'),
    correlationIds: ids('correlation matrix'),
    symbols: z.array(quoteSymbol).max(MAX_SYMBOLS).optional().meta({ description: 'By default every symbol that is quoted as of then' }),
  })
  .meta({ id: 'SnapshotRequest', description: 'What is frozen: the latest version of each, as of then' });

const frozen = z
  .looseObject({
    id: z.string(),
    version: z.int(),
    contentHash: z.string().meta({ description: 'Hash of its own fields' }),
    asOf: z.string().meta({ description: 'Date of its values' }),
  })
  .meta({ id: 'FrozenData', description: 'Stored data by value: what identifies them, and their fields' });

const summary = documentSchema(resource, 'Snapshot');
const detail = summary
  .extend({
    curves: z.array(frozen),
    surfaces: z.array(frozen),
    rateVolatilities: z.array(frozen),
    correlations: z.array(frozen),
    quotes: z.array(frozen),
  })
  .meta({ id: 'SnapshotByValue', description: 'A snapshot with everything in it' });

export const snapshots = [
  operation({
    ...shared,
    id: 'createSnapshot',
    method: 'POST',
    path,
    costClass: 'simulation',
    summary: 'Freeze the market as of a date',
    description: 'What it holds is kept by value and never changes. `market.snapshotId` in a request looks up every name in the snapshot.',
    status: 201,
    request,
    example: resource.api?.example ?? {},
    response: summary,
    responseHeaders: { ...etagHeader, Location: 'Path of the new snapshot' },
    failures: ['SVC-RES-001', 'SVC-LIMIT-003'],
    handle: async ({ body, call }, { documents }) => {
      const { name, asOf } = body;
      const snapshotId = `${resource.idPrefix}${call.requestId}`;
      const content = JSON.stringify(await gatherSnapshot(body, { call, documents }));
      if (content.length > MAX_CONTENT)
        throw new HttpFailure(
          'SVC-LIMIT-003',
          `a snapshot holds at most ${MAX_CONTENT} characters, and this one has ${content.length}: name fewer symbols, curves or surfaces`,
        );
      // The values first: the snapshot itself makes them visible. An attempt whose outcome was lost has written them already.
      const contentText = await keepContent(snapshotId, content, documents, call);
      const storedContent = JSON.parse(contentText) as SnapshotContent;
      const fields = {
        name,
        asOf,
        contentHash: contentHash(contentText),
        curveIds: Object.keys(storedContent.curves),
        surfaceIds: Object.keys(storedContent.surfaces),
        rateVolatilitiesIds: Object.keys(storedContent.rate_volatilities ?? {}),
        correlationIds: Object.keys(storedContent.correlations),
        quoteCount: Object.keys(storedContent.quotes).length,
      };
      const document = await documents.createDocument({ collection, fieldsJson: JSON.stringify(fields), requestId: call.requestId }, call);
      const { data, headers } = withEtag(document);
      return { data, headers: { ...headers, Location: `${path}/${encodeURIComponent(document.id)}` } };
    },
  }),
  operation({
    ...shared,
    id: 'getSnapshot',
    method: 'GET',
    path: `${path}/{snapshotId}`,
    costClass: 'store',
    summary: 'Get a snapshot with everything in it',
    params: z.strictObject({ snapshotId: z.string().max(200) }),
    response: detail,
    responseHeaders: etagHeader,
    failures: ['SVC-RES-001'],
    handle: async ({ params: { snapshotId }, call }, { documents }) => {
      const document = await documents.getDocument({ collection, id: snapshotId, version: 0 }, call);
      const storedContent = JSON.parse(await snapshotText(snapshotId, documents, call)) as SnapshotContent;
      const listed = (part: SnapshotContent[keyof SnapshotContent] = {}) =>
        Object.values(part).map(({ fields, ...source }) => ({ ...fields, ...source }));
      const data = {
        ...(documentView(document) as object),
        curves: listed(storedContent.curves),
        surfaces: listed(storedContent.surfaces),
        rateVolatilities: listed(storedContent.rate_volatilities),
        correlations: listed(storedContent.correlations),
        quotes: listed(storedContent.quotes),
      };
      return { ...withEtag(document), data: data as never };
    },
  }),
];

async function keepContent(
  snapshotId: string,
  content: string,
  documents: Dependencies['documents'],
  call: OperationCall,
): Promise<string> {
  const fieldsJson = JSON.stringify({ snapshotId, content });
  try {
    await documents.createDocument({ collection: snapshotContents.collection, fieldsJson, requestId: '' }, call);
    return content;
  } catch (error) {
    if (httpFailure(error).code !== 'SVC-RES-002') throw error;
    return snapshotText(snapshotId, documents, call);
  }
}
