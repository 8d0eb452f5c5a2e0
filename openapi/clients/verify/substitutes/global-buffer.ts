/** The global `Buffer` of Node, which the bundler puts where the sources name it. */

export { Buffer } from 'buffer/index.js';
