/** `@grpc/grpc-js` where there is no network: the numbers of the statuses, by which failures are told from each other. */

export { Status as status } from '@grpc/grpc-js/build/src/constants.js';

/** Named by what writes failures to the wire, which nothing does here. */
export class Metadata {}
