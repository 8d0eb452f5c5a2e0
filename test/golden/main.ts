/**
 * Records the results of the golden requests in golden.json:
 *
 *   npm run golden           refuses a moved result of a pricer whose version has not been raised
 *   npm run golden -- xva    compares the requests whose names contain the text ('' for all), and writes nothing
 */
import { writeFileSync } from 'node:fs';
import { killDescendantsAtExit } from '#test/support/processes';
import { goldenRequests } from './requests.js';
import { currentGolden, describeMoved, GOLDEN_FILE, movedResults, recordedGolden } from './results.js';

killDescendantsAtExit();
const [text] = process.argv.slice(2);
const current = await currentGolden(goldenRequests().filter(({ name }) => name.includes(text ?? '')));
const moved = movedResults(recordedGolden(), current);
process.stdout.write(moved.length > 0 ? `${describeMoved(moved)}\n` : 'No recorded result has moved.\n');
// The result of a calibration has no version: its change shows in the difference of the file.
if (moved.some(({ version }) => version !== undefined)) process.exitCode = 1;
else if (text === undefined) writeFileSync(GOLDEN_FILE, `${JSON.stringify(current, undefined, 1)}\n`);
