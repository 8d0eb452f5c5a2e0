/** The heaps of the threads of a process. */
import { setFlagsFromString } from 'node:v8';

/** The default of V8 on most machines up to Node 22; Node 24 has twice that. */
const SEMI_SPACE_MIB = 16;

/**
 * The image and the supervisor start processes with `--max-semi-space-size`, which spares the main thread most promotions to the old
 * generation. V8 gives every thread that starts later the same young generation, whatever its own limits say: with 64 MiB, each of the
 * three threads of the risk service grew by 130 MiB, beyond the memory that k8s/base grants the process. Call it before the first thread
 * starts.
 */
export const limitThreadHeaps = (): void => setFlagsFromString(`--max-semi-space-size=${SEMI_SPACE_MIB}`);

/** Growth as a percentage of the live heap after a collection. */
const GROWTH_PERCENT = 300;

/**
 * Lets the old generation of each heap grow fourfold before it is collected again, within the heap's limit. V8 would begin after a third or
 * less, to save memory for other programs: a request with 100 000 positions had seven full collections, which took a third of its processor
 * time on all cores. It suits processes whose requests leave little alive; the gateway grows by some 50 MiB.
 */
export const collectSeldom = (): void => setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
