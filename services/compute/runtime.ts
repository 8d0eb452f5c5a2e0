/** The runtime of this process: the versions of Node.js and V8 and the architecture of the processor, in the form of a User-Agent header. */
export const RUNTIME = `node/${process.versions.node} v8/${process.versions.v8} ${process.arch}`;
