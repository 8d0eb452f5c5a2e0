import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { adminFile, buildAdminDocument, documentedAdmin } from '#openapi/build';
import { failuresOf } from '#openapi/failures';
import { described, document } from '../support/admin.js';
import { CODES } from '../support/envelope.js';
import { documentedCodes, referencesIn, resolve, validatorOf } from '../support/openapi.js';

describe('the document admin.yaml', () => {
  it('is what the operations build today (npm run openapi), and every part of it is used', () => {
    expect(readFileSync(adminFile, 'utf8')).to.equal(buildAdminDocument());
    for (const reference of referencesIn(document)) expect(resolve(document, reference), reference).to.be.an('object');
  });

  it('lists every operation once, with a tag, the failures that it can give, and an example that its schema accepts', () => {
    const paths = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(paths).to.have.members(documentedAdmin.map(({ method, path: template }) => `${method} ${template}`));
    for (const operation of documentedAdmin) {
      const { documented } = described(operation.id);
      expect(operation.path, operation.id).to.match(/^\/admin\/v1\//);
      expect(documented!.tags, operation.id).to.deep.equal([operation.tag]);
      const codes = failuresOf(operation).map((code) => [code, CODES[code]] as const);
      expect([...documentedCodes(document, documented!)], operation.id).to.have.deep.members(codes);
      if (documented!.requestBody === undefined) continue;
      const { schema, example } = documented!.requestBody.content['application/json']!;
      expect(validatorOf(document, schema).safeParse(example).error?.issues, operation.id).to.equal(undefined);
    }
  });
});
