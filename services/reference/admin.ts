/**
 * The command `npm run admin -- …`: administration from a terminal on the machine of the store, for the first administrator and for a lost
 * key. It works on the store that MONGODB_URI or SVC_DATA_DIR names, whether or not the service runs, and asks for no key: whoever may open
 * the store may do everything. What it does stands in the audit log like everything else, under `terminal:` and the name of the user.
 */
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { EngineFailure } from '#engine/schemas';
import type { Caller } from '#proto/caller';
import { CallFailure } from '#proto/failure';
import { EXIT_MISCONFIGURED, readConfig } from '../runtime/config.js';
import { storeVariables } from '../runtime/processes.js';
import { StoreFailure } from '../store/failure.js';
import { openStore } from '../store/open.js';
import { type AdminCommand, COMMANDS, helpText } from './access/commands.js';
import { TERMINAL_PREFIX } from './base/people.js';
import { auditLog, type ChangeTools } from './evidence/audit.js';
import { headsOf } from './evidence/chain-heads.js';
import { signerOf } from './evidence/signing.js';

const variables = { ...storeVariables, SVC_SIGNING_KEY_FILE: z.string().optional(), SVC_CHAIN_HEADS_FILE: z.string().optional() };

function endWith(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(EXIT_MISCONFIGURED);
}

const [first = 'help', second = '', ...furtherWords] = process.argv.slice(2);
if (['help', '--help', '-h'].includes(first)) {
  process.stdout.write(helpText());
  process.exit(0);
}
// A command is one word or two.
const command: AdminCommand =
  COMMANDS[`${first} ${second}`] ?? COMMANDS[first] ?? endWith(`there is no command ${`${first} ${second}`.trim()}\n\n${helpText()}`);
const words = COMMANDS[`${first} ${second}`] === undefined ? [second, ...furtherWords].filter((word) => word !== '') : furtherWords;

const { values, positionals } = readOptions();
const missing = command.required.find((name) => values[name] === undefined);
if (missing !== undefined) endWith(`--${missing} is missing\n  ${command.usage}`);
if (positionals.length !== command.ids) endWith(`${command.ids === 0 ? 'no id is' : 'one id is'} taken here\n  ${command.usage}`);

function readOptions() {
  try {
    const options = Object.fromEntries([...command.required, ...command.optional].map((name) => [name, { type: 'string' as const }]));
    return parseArgs({ args: words, options, allowPositionals: true, strict: true }) as {
      values: Record<string, string | undefined>;
      positionals: string[];
    };
  } catch (error) {
    return endWith(`${(error as Error).message}\n  ${command.usage}`);
  }
}

/** The caller administers the platform: nobody is above whoever has the store. */
const caller: Caller = {
  ...{
    tenantId: '',
    keyId: '',
    userId: `${TERMINAL_PREFIX}${userInfo().username}`,
    roles: ['platform_admin'],
    scopes: ['admin'],
    tier: '',
  },
  ...{ statuses: [], correlationId: uuid(), traceId: '' },
};

try {
  const config = readConfig(variables, process.env);
  const store = await openStore({ mongoUri: config.MONGODB_URI, dataDir: config.SVC_DATA_DIR, beside: true });
  try {
    const signer = signerOf(config);
    const heads = headsOf(config, store, signer);
    const tools: ChangeTools = { store, audit: auditLog(store, signer), now: Date.now };
    const input = { tenant: values.tenant ?? '', id: positionals[0] ?? '', values };
    process.stdout.write(`${await command.run(tools, caller, input, signer, heads)}\n`);
  } finally {
    await store.close();
  }
} catch (error) {
  if (!(error instanceof StoreFailure || error instanceof CallFailure || error instanceof EngineFailure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
