/** Computes the requests that come on stdin with the bundle of the engine that the argument names, and writes the answers to stdout. */
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { answersOf } from './answers.js';

const [, , bundle = ''] = process.argv;
process.stdout.write(JSON.stringify(await answersOf(pathToFileURL(bundle).href, JSON.parse(await text(process.stdin)))));
