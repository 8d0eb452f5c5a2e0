/**
 * Verifies a receipt file on the command line: `derivatives-verify receipt.json [--public-key keys.pem]`.
 *
 * Exits with 0 where everything agrees, 1 where something differs, and 2 where the result cannot be computed or the arguments are wrong.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type * as bundle from './engine-bundle.js';
import type { BitDifference, Outcome } from './verify.js';

// The bundle stands beside this file in the package.
const { openEngine, verify } = (await import(new URL('./engine.js', import.meta.url).href)) as typeof bundle;

const USAGE = `Usage: derivatives-verify RECEIPT.json [--public-key KEYS.pem]

Checks the content address and the signature of a receipt, and computes its result again, without a server.
KEYS.pem holds the public keys of the installation (PEM or the JSON answer): GET /desk/v1/receipt-keys there gives them.`;

const write = (text: string): void => void process.stdout.write(`${text}\n`);

const differenceText = ({ pointer, original, recomputed, bits }: BitDifference): string =>
  [
    `  first difference at ${pointer}`,
    `    in the receipt  ${JSON.stringify(original)}${bits ? `  ${bits.original}` : ''}`,
    `    computed again  ${JSON.stringify(recomputed)}${bits ? `  ${bits.recomputed}` : ''}`,
  ].join('\n');

const SIGNATURES: Readonly<Record<Outcome['signature'], string>> = {
  valid: 'valid',
  invalid: 'INVALID',
  unsigned: 'the installation signed nothing',
  unknown_key: 'made by ANOTHER KEY than those given',
  not_checked: 'not checked: no --public-key',
  unsupported: 'not checked: this runtime has no Ed25519',
};

function report({ green, runId, operationId, address, signature, result, reason, differences, madeBy }: Outcome): void {
  const [first] = differences;
  write(`${operationId} of run ${runId}`);
  if (madeBy !== undefined) write(`made by         ${madeBy}`);
  write(`computed by     node/${process.versions.node} v8/${process.versions.v8} ${process.arch}`);
  write(
    `content address ${address.stated === address.computed ? address.stated : `DIFFERS: ${address.stated}, computed ${address.computed}`}`,
  );
  write(`signature       ${SIGNATURES[signature]}`);
  write(
    `result          ${result === 'identical' ? 'identical to the last bit' : result === 'different' ? 'DIFFERENT' : `not computed: ${reason}`}`,
  );
  if (first !== undefined) write(differenceText(first));
  write(green ? 'GREEN' : 'NOT GREEN');
}

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'public-key': { type: 'string' }, help: { type: 'boolean' } },
  });
  const [file] = positionals;
  if (values.help || file === undefined || positionals.length > 1) {
    write(USAGE);
    return values.help ? 0 : 2;
  }
  const keyFile = values['public-key'];
  const outcome = await verify(readFileSync(file, 'utf8'), openEngine(), keyFile && readFileSync(keyFile, 'utf8'));
  report(outcome);
  if (outcome.green) return 0;
  return outcome.result === 'not_computed' && outcome.address.stated === outcome.address.computed ? 2 : 1;
}

try {
  process.exitCode = await run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 2;
}
