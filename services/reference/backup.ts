/**
 * The commands `npm run backup -- FILE` and `npm run restore -- FILE`, for the store that MONGODB_URI or SVC_DATA_DIR names. A backup is
 * made while the service runs; it holds the hashes of keys and all receipts, so that only its owner may read it.
 */

import { EXIT_MISCONFIGURED, readConfig } from '../runtime/config.js';
import { storeVariables } from '../runtime/processes.js';
import { backup, restore } from '../store/backup.js';
import { StoreFailure } from '../store/failure.js';

const COMMANDS = { backup, restore } as const;

const [name = '', file, ...rest] = process.argv.slice(2);
const command = name in COMMANDS ? COMMANDS[name as keyof typeof COMMANDS] : undefined;
if (command === undefined || file === undefined || rest.length > 0) {
  process.stderr.write('usage: npm run backup -- FILE, or npm run restore -- FILE\n');
  process.exit(EXIT_MISCONFIGURED);
}

try {
  const { MONGODB_URI, SVC_DATA_DIR } = readConfig(storeVariables, process.env);
  const { documents } = await command({ mongoUri: MONGODB_URI, dataDir: SVC_DATA_DIR }, file);
  const place = MONGODB_URI === undefined ? SVC_DATA_DIR : 'MongoDB';
  process.stdout.write(
    name === 'backup' ? `${documents} documents of ${place} are in ${file}\n` : `${documents} documents of ${file} are in ${place}\n`,
  );
} catch (error) {
  if (!(error instanceof StoreFailure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
