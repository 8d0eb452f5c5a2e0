import { expect } from 'chai';
import { childrenOf } from '../support/processes.js';
import { startFleet } from './fleet.js';

describe('a fleet', () => {
  it('of which a replica does not start leaves no process', async () => {
    const replicas = { reference: 1, pricing: 2, calibration: 1, risk: 1, gateway: 1 };
    const refusal = await startFleet({ replicas, environment: { SVC_BACKEND: 'none' } }).catch((error: Error) => error.message);
    expect(refusal).to.match(/pricing.* did not start/);
    expect(childrenOf(process.pid)).not.to.have.any.keys(...Object.keys(replicas));
  });
});
