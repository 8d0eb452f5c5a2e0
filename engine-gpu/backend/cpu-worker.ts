/** gpu.js in plain JavaScript on a thread of its own: it computes synchronously, and would hold the event loop. */
import { type Launch, openKernels } from './kernel.js';

const kernels = openKernels('cpu', 1);

export default (launch: Launch): Promise<Float32Array> => kernels.run(launch);
