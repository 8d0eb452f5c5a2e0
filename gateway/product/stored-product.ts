/** Stored products as operations see them: a version of the terms, recorded with the run. */
import type { Document__Output } from '#proto/types/svc/common/v1/Document';
import { products } from '#services/resources/product';
import type { TypedTerms } from '#services/resources/terms';
import { HttpFailure } from '../contract/errors.js';
import type { Dependencies, OperationCall, ResolveInput } from '../contract/operation.js';
import { fieldsOf, sourceOf, versionInForce } from '../portfolio/stored-portfolio.js';
import { withEtag } from '../resource/crud.js';
import { termsFaults } from './priced-terms.js';

export const { collection } = products;

export interface ProductFields {
  readonly name: string;
  readonly description?: string;
  readonly type: TypedTerms['type'];
  readonly terms: Readonly<Record<string, unknown>>;
  readonly status: 'draft' | 'published' | 'retired';
  readonly publishedVersion?: number;
}

export interface ResolvedProduct extends ProductFields {
  readonly id: string;
  readonly version: number;
  readonly contentHash: string;
}

type Context = { readonly resolve: ResolveInput; readonly call: OperationCall };

/** @param version by default the one in force: the published one, otherwise the only one */
export const resolveProduct = (
  id: string,
  version: number | undefined,
  { resolve, call }: Context,
  { documents }: Pick<Dependencies, 'documents'>,
): Promise<ResolvedProduct> =>
  resolve(`product/${id}${version === undefined ? '' : `/${version}`}`, async () => {
    const document = await documents.getDocument({ collection, id, version: version ?? 0 }, call);
    const product = version === undefined ? await versionInForce(document, call, documents) : document;
    return { ...sourceOf(product), ...productOf(product) };
  });

export const productOf = (document: Document__Output): ProductFields => fieldsOf<ProductFields>(document);

/** The terms have been parsed by the schema of their type when they were written. */
export const typedTerms = ({ type, terms }: Pick<ProductFields, 'type' | 'terms'>): TypedTerms =>
  ({ type, terms }) as unknown as TypedTerms;

/** True if a version of the product is in force. */
export const isPublished = ({ status, publishedVersion }: Pick<ProductFields, 'status' | 'publishedVersion'>): boolean =>
  status !== 'retired' && publishedVersion !== undefined;

const PATH = '/api/v1/products';

export async function createProduct(fields: ProductFields, call: OperationCall, documents: Dependencies['documents']) {
  const document = await documents.createDocument({ collection, fieldsJson: JSON.stringify(fields), requestId: call.requestId }, call);
  const { data, headers } = withEtag(document);
  return { data, headers: { ...headers, Location: `${PATH}/${encodeURIComponent(document.id)}` } };
}

/** Writes the version that publishes the fields. @throws HttpFailure SVC-RES-002 where they cannot be published */
export async function publishProduct(
  current: Document__Output,
  fields: ProductFields,
  call: OperationCall,
  { documents, pricing }: Pick<Dependencies, 'documents' | 'pricing'>,
) {
  const { id, version: expectedVersion } = current;
  if (fields.status !== 'draft') throw new HttpFailure('SVC-RES-002', `${id} is ${fields.status}: only a draft is published`);
  const problems = await termsFaults(typedTerms(fields), call, { pricing });
  const [problem] = problems;
  if (problem !== undefined) throw new HttpFailure('SVC-RES-002', `${id} is not valid: ${problem.pointer} ${problem.reason}`, problems);
  const fieldsJson = JSON.stringify({ ...fields, status: 'published', publishedVersion: expectedVersion + 1 });
  return documents.replaceDocument({ collection, id, expectedVersion, fieldsJson }, call);
}
