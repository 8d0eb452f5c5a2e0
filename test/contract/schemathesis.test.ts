import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { documentFiles } from '#openapi/build';
import { leftOut, programs, tools } from '../support/clients/tools.js';
import { expectSuccess } from '../support/envelope.js';
import { temporaryFolders } from '../support/folder.js';
import { post } from '../support/http.js';
import { type SharedService, sharedService } from '../support/service.js';

/** Examples per operation; SCHEMATHESIS_EXAMPLES asks for more than fit into a run of all tests. */
const EXAMPLES = process.env.SCHEMATHESIS_EXAMPLES ?? '15';
/** The same requests each time; SCHEMATHESIS_SEED sends others. */
const SEED = process.env.SCHEMATHESIS_SEED ?? '20261122';
/** The longest deadline of an operation is 60 s. */
const REQUEST_TIMEOUT_S = 65;
const LIMIT_MS = 15 * 60_000;

/**
 * Of Schemathesis's own checks all but two. It does not know which server errors are documented: `documented_failure` of the hooks does.
 * And it expects that whatever fits a schema is accepted: rules between fields, such as the order of two strikes, have no form in JSON
 * Schema, so a 400 is a documented answer to such a request.
 */
const LEFT_OUT = 'not_a_server_error,positive_data_acceptance';

const configuration = (runId: string): string => `
[parameters]
"path.runId" = "${runId}"

# A batch with a wrong item is accepted, and the item alone is refused.
[[operations]]
include-operation-id = ["batchPrice", "batchGreeks"]
checks.negative_data_rejection.enabled = false
`;

interface Finished {
  readonly code: number;
  readonly output: string;
}

const run = (command: string, parameters: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Finished> =>
  new Promise((resolve) => {
    const options = { env: { ...process.env, ...environment }, maxBuffer: 256 * 1024 * 1024 };
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
    this.timeout(30_000);
    service = await sharedService();
  });

  it('are valid OpenAPI 3.1', async function () {
    this.timeout(60_000);
    const { code, output } = await run(tools.specificationValidator, Object.values(documentFiles));
    expect(code, output).to.equal(0);
  });

  it('describe every answer to what Schemathesis sends', async function () {
    this.timeout(LIMIT_MS);
    const option = { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 };
    const priced = await post(service, '/api/v1/price', option);
    expectSuccess(priced);
    const file = path.join(newFolder(), 'schemathesis.toml');
    writeFileSync(file, configuration(priced.body.correlationId));
    const { code, output } = await run(
      tools.schemathesis,
      [
        ...['--config-file', file, 'run', documentFiles.wire, '--url', service.url, '--header', `X-API-Key: ${service.key}`],
        ...['--checks', 'all', '--exclude-checks', LEFT_OUT, '--phases', 'examples,coverage,fuzzing'],
        ...['--max-examples', EXAMPLES, '--seed', SEED, '--request-timeout', String(REQUEST_TIMEOUT_S), '--continue-on-failure'],
        ...['--warnings', 'off', '--no-color'],
      ],
      { SCHEMATHESIS_HOOKS: path.join(programs, 'schemathesis_hooks.py') },
    );
    expect(code, output).to.equal(0);
    expect(output).to.match(/Tested: \d+/);
  });
});
