/** The heaps of the threads of a process. */
import { setFlagsFromString } from 'node:v8';

/** V8's own bound on most machines up to Node 22; Node 24 has twice that. */
const SEMI_SPACE_MIB = 16;

/**
 * The image and the supervisor start processes with `--max-semi-space-size`, which spares the main thread most promotions to the old generation.
 * V8 gives every thread that starts later the same young generation, whatever its own limits say: with 64 MiB, each of the three threads of the
 * risk service grew by 130 MiB, beyond what k8s/base grants the process. To be called before the first thread starts.
 */
export const limitThreadHeaps = (): void => setFlagsFromString(`--max-semi-space-size=${SEMI_SPACE_MIB}`);

/** Percent of what is alive after a collection. */
const GROWTH_PERCENT = 300;

/**
 * Lets the old generation of each heap grow fourfold before it is collected again, within the heap's own limit. V8 would begin after a third or
 * less, for the sake of other programs' memory: a request with 100 000 positions had seven full collections, which took a third of its processor
 * time on all cores. For a process whose requests leave little alive; that of the gateway grows by some 50 MiB.
 */
export const collectSeldom = (): void => setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
