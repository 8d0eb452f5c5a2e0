/** Stored products: versions, life cycle, and what is computed of their terms. */
import { z } from 'zod';
import {
  americanPriceResponse,
  type ContractSpec,
  contractGreeksResponse,
  contractPriceResponse,
  convertiblePriceResponse,
  greeksResponse,
  type PayoffProfile,
  type PayoffProfileRequest,
  payoffProfileFields,
  payoffProfileResponse,
  priceResponse,
  structuredPriceResponse,
} from '#engine/schemas';
import type { Document__Output } from '#proto/types/svc/common/v1/Document';
import { MAX_PAGE_LIMIT } from '#services/resources/page-limit';
import { productFields, productStatuses, products as resource } from '#services/resources/product';
import { text } from '#services/resources/text';
import { resultOf } from '../contract/computation.js';
import { HttpFailure } from '../contract/errors.js';
import { type Dependencies, type OperationCall, operation, renderedOperation } from '../contract/operation.js';
import { ownStyleHeaders } from '../contract/own-style.js';
import { memoryQuery, pageOf, pageResponse } from '../contract/page.js';
import { pricedProduct, pricesProduct, productVersion } from '../product/priced-product.js';
import {
  describedTerms,
  greeksRequest,
  mayPrice,
  placedTerms,
  priceRequest,
  profiledContract,
  termsFaults,
} from '../product/priced-terms.js';
import {
  collection,
  createProduct,
  isPublished,
  type ProductFields,
  productOf,
  publishProduct,
  type ResolvedProduct,
  resolveProduct,
  typedTerms,
} from '../product/stored-product.js';
import {
  documentSchema,
  documentView,
  etagHeader,
  fieldSchemas,
  ifMatch,
  listQuery,
  listRequest,
  requiredVersion,
  versionOf,
  withEtag,
} from '../resource/crud.js';
import { placing } from '../run/part.js';
import { shownPayoff } from '../term-sheet/content.js';
import { formatIn, TERM_SHEET_FORMATS, termSheet } from '../term-sheet/index.js';
import { withBarriersReached } from '../term-sheet/terms.js';

const path = '/api/v1/products';
const shared = { tag: 'Products', scope: 'price', costClass: 'store' } as const;
const onOne = { ...shared, params: z.strictObject({ productId: z.string().max(200) }) } as const;

const status = z.enum(productStatuses);
const { publishedVersion, ...named } = fieldSchemas(resource, 'name', 'description', 'type', 'publishedVersion');
export const product = documentSchema(
  {
    shape: {
      ...named,
      terms: z.record(z.string(), z.unknown()).meta({ description: 'As the operation that prices the type takes them' }),
      status,
      publishedVersion: publishedVersion.meta({ description: 'The version in force; absent where none was published' }),
    },
  },
  'Product',
);
const versionEntry = z
  .object({
    version: z.int().min(1),
    status,
    at: z.iso.datetime(),
    by: z.string().optional().meta({ description: 'Id of the key or user' }),
  })
  .meta({ id: 'ProductVersion' });

const version = productVersion;
const onVersion = z.strictObject({ version }).meta({ id: 'ProductVersionRequest' });
const priced = { ...onOne, ...pricesProduct } as const;

const payoffRequest = z
  .strictObject({ ...payoffProfileFields, points: payoffProfileFields.points.default(101), version })
  .meta({ id: 'PayoffRequest' });

const problem = z.object({ pointer: z.string(), reason: z.string() });

const example = {
  name: 'Down-and-out call on SPX',
  type: 'contract',
  terms: {
    type: 'conditional',
    contract: { type: 'vanilla_call', underlying: 'SPX', strike: 105, expiry: '2031-01-06' },
    condition: { type: 'barrier_condition', level: 80, direction: 'down', style: 'knock_out' },
  },
};

export const products = [
  operation({
    ...shared,
    id: 'listProducts',
    method: 'GET',
    path,
    summary: 'List products',
    query: listQuery(resource),
    response: pageResponse(product),
    handle: async ({ query, call }, { documents }) => {
      const { items, nextCursor } = await documents.listDocuments({ collection, ...listRequest(resource, query) }, call);
      return { data: { items: items.map(documentView), ...(nextCursor && { nextCursor }) } };
    },
  }),
  operation({
    ...shared,
    id: 'createProduct',
    method: 'POST',
    path,
    summary: 'Create a product, as a draft',
    status: 201,
    request: productFields,
    example,
    response: product,
    responseHeaders: { ...etagHeader, Location: 'Path of the new resource' },
    handle: async ({ body, call }, { documents }) => createProduct({ ...body, terms: { ...body.terms }, status: 'draft' }, call, documents),
  }),
  operation({
    ...onOne,
    id: 'getProduct',
    method: 'GET',
    path: `${path}/{productId}`,
    summary: 'Get a product in its latest version',
    response: product,
    responseHeaders: etagHeader,
    failures: ['SVC-RES-001'],
    handle: async ({ params: { productId: id }, call }, { documents }) =>
      withEtag(await documents.getDocument({ collection, id, version: 0 }, call)),
  }),
  operation({
    ...onOne,
    id: 'replaceProduct',
    method: 'PUT',
    path: `${path}/{productId}`,
    summary: 'Replace a product by its next draft version',
    description:
      'Of a published product the published version stays in force until this one is published. If-Match must be the ETag of the latest version. A retired product is not replaced.',
    headers: z.object({ 'if-match': ifMatch }),
    request: productFields,
    example,
    response: product,
    responseHeaders: etagHeader,
    failures: ['SVC-RES-001', 'SVC-RES-002', 'SVC-RES-003', 'SVC-RES-004'],
    handle: async ({ params: { productId: id }, headers, body, call }, { documents }) => {
      const expectedVersion = requiredVersion(headers['if-match']);
      const current = productOf(await documents.getDocument({ collection, id, version: 0 }, call));
      if (current.status === 'retired') throw new HttpFailure('SVC-RES-002', `${id} is retired and cannot be replaced`);
      const fields = { ...body, status: 'draft', publishedVersion: current.publishedVersion };
      return withEtag(await documents.replaceDocument({ collection, id, expectedVersion, fieldsJson: JSON.stringify(fields) }, call));
    },
  }),
  operation({
    ...onOne,
    id: 'deleteProduct',
    method: 'DELETE',
    path: `${path}/{productId}`,
    summary: 'Delete a product with all its versions',
    description: 'Refused with a 409 while it is published or a position refers to it. With If-Match, only that version is deleted.',
    headers: z.object({ 'if-match': ifMatch }),
    response: z.object({ id: z.string() }),
    failures: ['SVC-RES-001', 'SVC-RES-002', 'SVC-RES-003'],
    handle: async ({ params: { productId: id }, headers, call }, { documents }) => {
      const etag = headers['if-match'];
      const current = await documents.getDocument({ collection, id, version: 0 }, call);
      const expectedVersion = etag === undefined ? current.version : versionOf(etag);
      if (isPublished(productOf(current))) throw new HttpFailure('SVC-RES-002', `${id} is published: retire it first`);
      await documents.removeDocument({ collection, id, expectedVersion }, call);
      return { data: { id } };
    },
  }),
  operation({
    ...onOne,
    id: 'listProductVersions',
    method: 'GET',
    path: `${path}/{productId}/versions`,
    summary: 'List the versions of a product',
    description: 'Oldest first, at most the latest 500 before the present one.',
    query: memoryQuery('version', 'status', 'by'),
    response: pageResponse(versionEntry),
    failures: ['SVC-RES-001'],
    handle: async ({ params: { productId: id }, query, call }, { documents }) => {
      const current = await documents.getDocument({ collection, id, version: 0 }, call);
      const { items } = await documents.listVersions({ collection, id, limit: MAX_PAGE_LIMIT, cursor: '' }, call);
      const all = [current, ...items.filter((each) => each.version < current.version)].map(versionView);
      const idOf = (each: z.input<typeof versionEntry>) => String(each.version).padStart(VERSION_DIGITS, '0');
      return { data: pageOf(all, query, { idOf, textOf: (each) => `${each.status} ${each.by ?? ''}` }) };
    },
  }),
  operation({
    ...shared,
    id: 'getProductVersion',
    method: 'GET',
    path: `${path}/{productId}/versions/{version}`,
    summary: 'Get one version of a product',
    params: onOne.params.extend({ version: z.coerce.number().int().min(1) }),
    response: product,
    responseHeaders: etagHeader,
    failures: ['SVC-RES-001'],
    handle: async ({ params, call }, { documents }) =>
      withEtag(await documents.getDocument({ collection, id: params.productId, version: params.version }, call)),
  }),
  operation({
    ...onOne,
    id: 'publishProduct',
    method: 'POST',
    path: `${path}/{productId}/publish`,
    summary: 'Publish the draft version of a product',
    description: 'It is validated first; what validate finds refuses it. The published version is in force from then on.',
    response: product,
    responseHeaders: etagHeader,
    failures: ['SVC-LIMIT-003', 'SVC-RES-001', 'SVC-RES-002', 'SVC-RES-003'],
    handle: async ({ params: { productId: id }, call }, dependencies) => {
      const current = await dependencies.documents.getDocument({ collection, id, version: 0 }, call);
      return withEtag(await publishProduct(current, productOf(current), call, dependencies));
    },
  }),
  operation({
    ...onOne,
    id: 'retireProduct',
    method: 'POST',
    path: `${path}/{productId}/retire`,
    summary: 'Retire a published product',
    description: 'A draft of its next version is given up. A retired product can still be priced, and never be published again.',
    response: product,
    responseHeaders: etagHeader,
    failures: ['SVC-RES-001', 'SVC-RES-002', 'SVC-RES-003'],
    handle: async ({ params: { productId: id }, call }, { documents }) => {
      const current = await documents.getDocument({ collection, id, version: 0 }, call);
      const { status, publishedVersion } = productOf(current);
      if (!isPublished({ status, publishedVersion }))
        throw new HttpFailure('SVC-RES-002', `${id} is ${status === 'retired' ? 'retired already' : 'not published'}`);
      const inForce = await documents.getDocument({ collection, id, version: publishedVersion ?? current.version }, call);
      const fieldsJson = JSON.stringify({ ...productOf(inForce), status: 'retired', publishedVersion });
      return withEtag(await documents.replaceDocument({ collection, id, expectedVersion: current.version, fieldsJson }, call));
    },
  }),
  operation({
    ...onOne,
    id: 'cloneProduct',
    method: 'POST',
    path: `${path}/{productId}/clone`,
    summary: 'Create a draft from a version of a product',
    status: 201,
    request: z.strictObject({ name: text(200).optional(), version }).meta({ id: 'CloneProductRequest' }),
    example: { name: 'Down-and-out call on SPX, second series' },
    response: product,
    responseHeaders: { ...etagHeader, Location: 'Path of the new resource' },
    failures: ['SVC-RES-001'],
    handle: async ({ params, body, ...run }, dependencies) => {
      const { name, description, type, terms } = await resolveProduct(params.productId, body.version, run, dependencies);
      const fields = { name: body.name ?? name, description, type, terms, status: 'draft' } as const;
      return createProduct(fields, run.call, dependencies.documents);
    },
  }),
  operation({
    ...onOne,
    id: 'validateProduct',
    method: 'POST',
    path: `${path}/{productId}/validate`,
    summary: 'Check the terms of a product without pricing it',
    description: 'By default those of the latest version: what publishing it would check.',
    request: onVersion,
    example: {},
    response: z.object({ valid: z.boolean(), problems: z.array(problem), warnings: z.array(z.string()) }),
    failures: ['SVC-LIMIT-003', 'SVC-RES-001'],
    handle: async ({ params: { productId: id }, body, call }, { documents, pricing }) => {
      const stored = productOf(await documents.getDocument({ collection, id, version: body.version ?? 0 }, call));
      const typed = typedTerms(stored);
      const [problems, { pricers }] = await Promise.all([termsFaults(typed, call, { pricing }), pricing.listPricers({}, call)]);
      const warnings = pricers
        .filter(({ prices, status }) => mayPrice(prices, stored.type) && status !== 'ga-validated')
        .map(({ id: pricerId, status }) => `${pricerId}, which may price it, has the capability status ${status}`);
      return { data: { valid: problems.length === 0, problems, warnings } };
    },
  }),
  operation({
    ...onOne,
    id: 'describeProduct',
    method: 'POST',
    path: `${path}/{productId}/describe`,
    summary: 'Description of a product in plain English',
    description: 'Terms in years are read from today on.',
    request: onVersion,
    example: {},
    response: z.object({
      description: z.string(),
      horizon: z.iso.date().meta({ description: 'Date of the last payment' }),
      underlyings: z.array(z.string()),
      cashflowDates: z.array(z.iso.date()).meta({ description: 'Dates on which it may pay' }),
    }),
    failures: ['SVC-RES-001'],
    handle: async ({ params, body, ...run }, dependencies) => {
      const resolved = await resolveProduct(params.productId, body.version, run, dependencies);
      return { data: (await described(resolved, run.call, dependencies)) as never };
    },
  }),
  operation({
    ...priced,
    id: 'priceProduct',
    path: `${path}/{productId}/price`,
    summary: 'Price of a product in a market',
    description:
      'The result is that of the operation that prices the type: contract/price, structured/price, strategy/price, convertible/price, american/price or price.',
    response: z
      .union([contractPriceResponse, structuredPriceResponse, convertiblePriceResponse, americanPriceResponse, priceResponse])
      .meta({ id: 'ProductPrice' }),
    handle: async ({ params, body, ...run }, dependencies) => {
      const resolved = await resolveProduct(params.productId, body.version, run, dependencies);
      return (await pricedProduct(resolved, body, priceRequest, run, dependencies)) as never;
    },
  }),
  operation({
    ...priced,
    id: 'greeksProduct',
    path: `${path}/{productId}/greeks`,
    summary: 'Greeks of a product in a market',
    description: 'The result is that of the operation of the type: contract/greeks, convertible/price, american/price or greeks.',
    response: z
      .union([contractGreeksResponse, convertiblePriceResponse, americanPriceResponse, greeksResponse])
      .meta({ id: 'ProductGreeks' }),
    handle: async ({ params, body, ...run }, dependencies) => {
      const resolved = await resolveProduct(params.productId, body.version, run, dependencies);
      return (await pricedProduct(resolved, body, greeksRequest, run, dependencies)) as never;
    },
  }),
  operation({
    ...onOne,
    id: 'payoffProduct',
    method: 'POST',
    path: `${path}/{productId}/payoff`,
    summary: 'Payoff profile of a product',
    description:
      'Each spot moves in a straight line from where it starts to where it ends at the last payment; barriers, averages and observations follow that line. A convertible bond is shown at maturity, without coupons and early rights.',
    request: payoffRequest,
    example: { points: 51 },
    response: payoffProfileResponse,
    failures: ['SVC-RES-001', 'SVC-LIMIT-003'],
    handle: async ({ params, body, ...run }, dependencies) => {
      const { version: requestedVersion, ...request } = body;
      const resolved = await resolveProduct(params.productId, requestedVersion, run, dependencies);
      return { data: await placing(placedTerms, () => profileOf(resolved, request, run.call, dependencies)) };
    },
  }),
  renderedOperation({
    ...onOne,
    id: 'termSheetProduct',
    method: 'GET',
    path: `${path}/{productId}/term-sheet`,
    summary: 'Term sheet of a product, as a document',
    description:
      'As HTML that prints well, as Markdown or as JSON: as `format` says, otherwise the first of them that Accept names, otherwise HTML. Nothing is priced: the scenarios are payoffs.',
    headers: z.object({ accept: z.string().max(1_000).optional().meta({ description: 'Chooses the format where `format` is left out' }) }),
    query: z.strictObject({
      format: z.enum(TERM_SHEET_FORMATS).optional(),
      version: z.coerce.number().int().min(1).optional(),
      issuer: text(200).optional().meta({ description: 'Name of the issuer, to be shown' }),
      calculationAgent: text(200).optional().meta({ description: 'Name of the calculation agent, to be shown' }),
      currency: text(40).optional().meta({ description: 'Currency of all amounts, to be shown' }),
    }),
    wire: 'document',
    produces: ['text/html', 'text/markdown', 'application/json'],
    responseHeaders: ownStyleHeaders,
    failures: ['SVC-RES-001', 'SVC-LIMIT-003'],
    handle: async ({ params, query, headers, ...run }, dependencies) => {
      const { format = formatIn(headers.accept), version: requestedVersion, ...parties } = query;
      const resolved = await resolveProduct(params.productId, requestedVersion, run, dependencies);
      const contract = profiledContract(typedTerms(resolved), run.call.today);
      const reached = withBarriersReached(contract, run.call.today);
      const profile = (shown: ContractSpec) => (request: PayoffProfileRequest) => profileOfContract(shown, request, run.call, dependencies);
      const [{ pricers, engineVersion }, inWords, problems] = await Promise.all([
        dependencies.pricing.listPricers({}, run.call),
        described(resolved, run.call, dependencies),
        termsFaults(typedTerms(resolved), run.call, dependencies),
      ]);
      return termSheet(format, {
        product: resolved,
        today: run.call.today,
        described: inWords,
        problems,
        ...{ contract, parties },
        ...(problems.length === 0 && { payoff: await shownPayoff(profile(contract), reached && profile(reached)) }),
        engineVersion,
        pricers: pricers.filter(({ prices }) => mayPrice(prices, resolved.type)),
      });
    },
  }),
];

/** Number of digits to which versions are padded, so that they sort as texts do. */
const VERSION_DIGITS = 9;

const versionView = ({ version, updatedAtMs, updatedBy, fieldsJson }: Document__Output): z.input<typeof versionEntry> => ({
  version,
  status: (JSON.parse(fieldsJson) as ProductFields).status,
  at: new Date(updatedAtMs).toISOString(),
  ...(updatedBy && { by: updatedBy }),
});

const described = (resolved: ResolvedProduct, call: OperationCall, { pricing }: Dependencies) =>
  describedTerms(typedTerms(resolved), call.today, async (contract) => {
    const { description } = await pricing.describeContract({ bodyJson: JSON.stringify({ contract }), today: call.today }, call);
    return description;
  });

const profileOfContract = (contract: ContractSpec, request: PayoffProfileRequest, call: OperationCall, { pricing }: Dependencies) =>
  resultOf<PayoffProfile>(pricing.payoffProfile, { contract, ...request }, call);

const profileOf = (product: ResolvedProduct, request: PayoffProfileRequest, call: OperationCall, dependencies: Dependencies) =>
  profileOfContract(profiledContract(typedTerms(product), call.today), request, call, dependencies);
