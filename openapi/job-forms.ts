/** The submission of a job, with a form for each operation that may run as one: the body and the path parameters are then those of that operation. */
import type { EnvelopeOperation, Operation } from '#gateway/contract/operation';
import { mayRunAsJob } from '#gateway/job/admission';
import type { JsonSchema, SchemaCollection } from './schemas.js';

interface Submission extends JsonSchema {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly description?: string;
}

/**
 * @param submission the schema of a submission of any operation, in which `operation`, `request` and `params` have no types of their own
 * @returns a union of one named form per operation, distinguished by `operation`
 */
function jobForms(submission: Submission, operations: readonly Operation[], schemas: SchemaCollection): JsonSchema {
  const { description, ...common } = submission;
  const forms = operations
    .filter(mayRunAsJob)
    .map((each) => [each.id, schemas.named(nameOf(each), formOf(each, common, schemas))] as const);
  return {
    description,
    oneOf: forms.map(([, reference]) => reference),
    discriminator: { propertyName: 'operation', mapping: Object.fromEntries(forms.map(([id, { $ref }]) => [id, $ref])) },
  };
}

const nameOf = ({ id }: EnvelopeOperation): string => `${id.charAt(0).toUpperCase()}${id.slice(1)}Job`;

function formOf({ id, params, request, summary }: EnvelopeOperation, common: Submission, schemas: SchemaCollection): JsonSchema {
  const { request: body, params: anyParams, ...properties } = common.properties;
  return {
    ...common,
    description: `A job: ${summary}`,
    required: ['operation', ...(request === undefined ? [] : ['request']), ...(params === undefined ? [] : ['params'])],
    properties: {
      ...properties,
      operation: { type: 'string', const: id },
      ...(request !== undefined && { request: { ...schemas.of(request, 'input'), description: body?.description } }),
      ...(params !== undefined && { params: { ...schemas.of(params, 'input'), description: anyParams?.description } }),
    },
  };
}

/** Replaces the submission of any operation, under the name that it has, by its forms. */
export function withJobForms(schemas: SchemaCollection, operations: readonly Operation[]): void {
  schemas.replace('SubmitJobRequest', (submission) => jobForms(submission as Submission, operations, schemas));
}
