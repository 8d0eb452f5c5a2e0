/** The operations of /admin/v1 as their document describes them. */
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { parse } from 'yaml';
import { adminFile, documentedAdmin } from '#openapi/build';
import { expectSuccess } from './envelope.js';
import type { Answer, Body } from './http.js';
import { type OpenApi, validatorOf } from './openapi.js';

export const document = parse(readFileSync(adminFile, 'utf8')) as OpenApi;

export const described = (id: string) => {
  const operation = documentedAdmin.find((each) => each.id === id);
  if (operation === undefined) throw new Error(`no operation is called ${id}`);
  return { operation, documented: document.paths[operation.path]![operation.method.toLowerCase()] };
};

/** The data of a success, which must be what the document says. */
export function dataOf(id: string, answer: Answer): Body {
  const { operation, documented } = described(id);
  const data = expectSuccess(answer, operation.status ?? 200);
  const schema = documented!.responses[String(answer.status)]?.content?.['application/json']?.schema ?? {};
  expect(validatorOf(document, schema).safeParse(answer.body).error?.issues, id).to.equal(undefined);
  return data;
}
