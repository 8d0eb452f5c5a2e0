import { goldenRequests } from './requests.js';
import { goldenLeftOut, requireGolden } from './results.js';

/** Two services are started and answer a thousand requests. */
const LIMIT_MS = 900_000;

describe('the results of all reference requests', () => {
  it('are to the last bit those that golden.json records for the versions of the pricers', async function () {
    if (goldenLeftOut !== undefined) {
      process.stdout.write(`  The golden results are left out: ${goldenLeftOut}\n`);
      this.skip();
    }
    await requireGolden(goldenRequests());
  }).timeout(LIMIT_MS);
});
