/** Types of requests and results by operation, derived from the types that are generated from the document. */
import type { components, operations } from './schema.js';

/** The operationId of any operation. */
export type OperationId = keyof operations;

/** A named schema of the document, such as ContractSpec. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

type Json<Content> = Content extends { content: { 'application/json': infer Body } } ? Body : never;
type Success<Operation> = Operation extends { responses: infer All }
  ? { [Status in keyof All & (200 | 201 | 202 | 206)]: Json<All[Status]> }
  : never;
type Values<Record> = Record[keyof Record];
type Given<Name extends string, Value> = [Value] extends [undefined | never] ? unknown : { readonly [Key in Name]: Value };

/** Body of a request. */
export type Body<Id extends OperationId> = operations[Id] extends { requestBody: infer Request } ? Json<Request> : never;

/** The payload of a success: `data` of the envelope. */
export type Data<Id extends OperationId> = Values<Success<operations[Id]>> extends { data: infer Payload } ? Payload : never;

type Parameters<Id extends OperationId> = operations[Id]['parameters'];
type Query<Id extends OperationId> = Parameters<Id> extends { query?: infer Fields } ? Fields : never;

/** Body, path parameters and query of a call: each where the operation has it. */
export type Input<Id extends OperationId> = Given<'body', Body<Id>> &
  (Parameters<Id> extends { path: infer Fields } ? { readonly path: Fields } : unknown) & {
    readonly query?: Query<Id>;
    /** The version that a replacement or deletion states, as its ETag. */
    readonly ifMatch?: string;
  };

/** Operations whose result is a page of a list. */
export type ListId = { [Id in OperationId]: Data<Id> extends { items: readonly unknown[]; nextCursor?: string } ? Id : never }[OperationId];
export type Item<Id extends ListId> = Data<Id> extends { items: readonly (infer Each)[] } ? Each : never;

/** The fields of a request in which every name of the other is left out. */
export type Without<Request, Name extends PropertyKey> = Request extends unknown ? Omit<Request, Name> : never;
export type RunManifest = Schema<'RunManifest'>;
