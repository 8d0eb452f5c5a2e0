import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { adminFile, documentFiles } from '#openapi/build';
import { leftOut, programs, tools } from '../support/clients/tools.js';
import { expectSuccess } from '../support/envelope.js';
import { temporaryFolders } from '../support/folder.js';
import { post } from '../support/http.js';
import { type SharedService, sharedService } from '../support/service.js';

/** Longest time of the run, in seconds; SCHEMATHESIS_SECONDS asks for a longer search. */
const SECONDS = process.env.SCHEMATHESIS_SECONDS ?? '60';
/** Examples of the fuzzing phase per operation. */
const EXAMPLES = process.env.SCHEMATHESIS_EXAMPLES ?? '15';
/** The same requests each time; SCHEMATHESIS_SEED sends others. */
const SEED = process.env.SCHEMATHESIS_SEED ?? '20261122';
/** The longest deadline of an operation is 60 s. */
const REQUEST_TIMEOUT_S = 65;
/** The last request may be under way when the time is up. */
const LIMIT_MS = (Number(SECONDS) + 2 * REQUEST_TIMEOUT_S) * 1_000;

/** Every check of Schemathesis, and `documented_failure` of the hooks, but for what the comments say. */
const configuration = (values: Readonly<Record<string, string>>): string => `
[parameters]
${Object.entries(values)
  .map(([name, value]) => `"path.${name}" = "${value}"`)
  .join('\n')}

[checks]
# Schemathesis does not know which server errors are documented; documented_failure does.
not_a_server_error.enabled = false
# Rules between fields, such as the order of two strikes, have no form in JSON Schema: a 400 is a documented answer to what fits a schema.
positive_data_acceptance.enabled = false
# The key comes from the command line, and the hook that gives each request an address puts it back where it was left out. every-operation.test.ts
# calls each operation without a key.
missing_required_header.enabled = false

# A batch with a wrong item is accepted, and the item alone is refused.
[[operations]]
include-operation-id = ["batchPrice", "batchGreeks", "portfolioPrice", "portfolioGreeks", "portfolioMixed", "putQuotes"]
checks.negative_data_rejection.enabled = false
`;

interface Finished {
  readonly code: number;
  readonly output: string;
}

/** Schemathesis keeps what it finds in the folder that it runs in. */
const run = (command: string, parameters: readonly string[], folder: string, environment: Readonly<Record<string, string>> = {}) =>
  new Promise<Finished>((resolve) => {
    const options = { cwd: folder, env: { ...process.env, ...environment }, maxBuffer: 256 * 1024 * 1024 };
    execFile(command, parameters, options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr });
    });
  });

describe('the OpenAPI documents', () => {
  const missing = leftOut('schemathesis', 'specificationValidator');
  if (missing !== undefined) {
    process.stdout.write(`  Schemathesis and the check of the documents against OpenAPI 3.1 are left out: ${missing}\n`);
    return;
  }
  const newFolder = temporaryFolders();
  let service: SharedService;

  before(async function () {
    this.timeout(60_000);
    service = await sharedService();
  });

  it('are valid OpenAPI 3.1', async function () {
    this.timeout(60_000);
    const { code, output } = await run(tools.specificationValidator, [...Object.values(documentFiles), adminFile], newFolder());
    expect(code, output).to.equal(0);
  });

  /** @param values of path parameters, by name */
  async function search(document: string, key: string, values: Readonly<Record<string, string>>): Promise<void> {
    const folder = newFolder();
    const file = path.join(folder, 'schemathesis.toml');
    writeFileSync(file, configuration(values));
    const { code, output } = await run(
      tools.schemathesis,
      [
        ...['--config-file', file, 'run', document, '--url', service.url, '--header', `X-API-Key: ${key}`],
        ...['--phases', 'examples,coverage,fuzzing', '--max-examples', EXAMPLES, '--seed', SEED, '--max-time', SECONDS],
        ...['--request-timeout', String(REQUEST_TIMEOUT_S), '--continue-on-failure', '--warnings', 'off', '--no-color'],
      ],
      folder,
      { SCHEMATHESIS_HOOKS: path.join(programs, 'schemathesis_hooks.py') },
    );
    expect(code, output).to.equal(0);
    const [, cases] = /(\d+) generated/.exec(output) ?? [];
    expect(Number(cases), output).to.be.greaterThan(100);
    process.stdout.write(`      Schemathesis sent ${cases} requests\n`);
  }

  it('describe every answer to what Schemathesis sends', async function () {
    this.timeout(LIMIT_MS);
    const option = { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 };
    const priced = await post(service, '/api/v1/price', option);
    expectSuccess(priced);
    await search(documentFiles.wire, service.key, { runId: priced.body.correlationId });
  });

  it('describe every answer of administration to what Schemathesis sends', async function () {
    this.timeout(LIMIT_MS);
    // A tenant that no other test uses: its limits, keys and users are what is changed.
    const tenant = expectSuccess(await post(service, '/admin/v1/tenants', { name: 'Searched', tier: 'enterprise' }), 201);
    const path = `/admin/v1/tenants/${tenant.id}`;
    const key = expectSuccess(await post(service, `${path}/keys`, { name: 'searched', scopes: ['price'] }), 201);
    const user = expectSuccess(await post(service, `${path}/users`, { email: 'searched@example.com', roles: ['viewer'] }), 201);
    await search(adminFile, service.key, { tenantId: tenant.id, keyId: key.id, userId: user.id });
  });
});
