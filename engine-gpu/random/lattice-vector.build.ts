/** Writes lattice-vector.ts: `node dist/engine-gpu/random/lattice-vector.build.js > engine-gpu/random/lattice-vector.ts`. */
import { constructLattice } from './construct-lattice.js';

const DIMENSIONS = 1024;
const LAST_LEVEL = 20;

const vector = constructLattice(DIMENSIONS, LAST_LEVEL);
const lines = Array.from({ length: Math.ceil(vector.length / 16) }, (_, i) => `  ${vector.slice(16 * i, 16 * i + 16).join(', ')},`);
process.stdout.write(`/** Generating vector of the lattice, embedded for 2^8 to 2^${LAST_LEVEL} points; made by lattice-vector.build.ts, never edited. */
// biome-ignore format: a table
export const LATTICE_VECTOR: readonly number[] = [
${lines.join('\n')}
];
`);
