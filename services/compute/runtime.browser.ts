/** The runtime that the bundle of the engine finds: Node.js, or a browser by the name that it gives itself. */
import type * as ofProcess from './runtime.js';

const { process: node } = globalThis as { readonly process?: NodeJS.Process };
const { navigator: browser } = globalThis as { readonly navigator?: { readonly userAgent: string } };

export const RUNTIME: typeof ofProcess.RUNTIME =
  node?.versions?.v8 === undefined ? (browser?.userAgent ?? 'unknown') : `node/${node.versions.node} v8/${node.versions.v8} ${node.arch}`;
