/** In the bundle of the engine no call crosses a wire, so that its messages have no codecs. */
import type * as loaded from './loader.js';

const NO_DEFINITION = {} as (typeof loaded.protos)[string];

export const protos: typeof loaded.protos = new Proxy({}, { get: () => NO_DEFINITION });
