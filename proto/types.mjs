/**
 * A step of the build, before the compiler: the TypeScript types of the messages and services, in proto/types. They are generated where the
 * protos, the generator or this file have changed. It is JavaScript, because what the compiler makes of a source needs these types.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const FOLDER = path.join(import.meta.dirname, 'types');
/** Holds the hash of what the types were generated from. It is written last, so that a generation that stopped is done again. */
const STAMP = path.join(FOLDER, 'inputs.sha256');
const LOADER = path.dirname(createRequire(import.meta.url).resolve('@grpc/proto-loader/package.json'));
const PROTOS = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.proto'));

/** The options by which loader.ts reads messages (test/proto/types.test.ts), and the shape of the generated files. */
const OPTIONS = ['--longs=Number', '--defaults', '--arrays', '--grpcLib=@grpc/grpc-js', '--importFileExtension=.js', '--includeDirs=proto'];

const hash = createHash('sha256');
for (const file of [...PROTOS.map((name) => path.join(import.meta.dirname, name)), import.meta.filename, path.join(LOADER, 'package.json')])
  hash.update(`${path.basename(file)}\n${readFileSync(file, 'utf8')}\n`);
const inputs = hash.digest('hex');

if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== inputs) {
  rmSync(FOLDER, { recursive: true, force: true });
  const generator = path.join(LOADER, 'build/bin/proto-loader-gen-types.js');
  execFileSync(process.execPath, [generator, ...OPTIONS, `--outDir=${FOLDER}`, ...PROTOS], {
    cwd: path.dirname(import.meta.dirname),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  writeFileSync(STAMP, inputs);
}
