/**
 * Hull-White's and the G2++ model fitted to the matrices of 30 swaptions of test/reference/short_rate_calibration.json, compared with QuantLib's own
 * calibration in the same run: processor time, the best of some rounds. Of G2++ QuantLib's time is that of the start, of three, with the best fit.
 * Needs Python with QuantLib.
 *
 *   npm run bench -- short-rate
 */
import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { calibrateCurve } from '#engine';
import { curveCalibrationRequest, parse } from '#engine/schemas';
import { defined } from '#services/runtime/defined';
import { packageRoot } from '#services/runtime/version';
import { rowsOf } from '#test/reference/table';

const ROUNDS = 10;

interface Fit {
  readonly seconds: number;
  readonly rmse: number;
}

const SCRIPT = `
import json, sys, time
sys.path.insert(0, sys.argv[1])
import short_rate as s, QuantLib as ql
found = {}
def timed(model, engine, made, quotes):
    start = time.process_time(); rmse, _ = s.fit(model, engine, made, quotes)
    return {'rmse': rmse, 'seconds': time.process_time() - start}
for name, rates, quotes, lognormal in s.matrices():
    handle = s.curve_of(rates); made = s.helpers(handle, quotes, lognormal)
    fits = []
    for a, b, rho in s.STARTS:
        model = ql.G2(handle, a, 0.008, b, 0.008, rho)
        fits.append(timed(model, ql.G2SwaptionEngine(model, 8.0, 32), made, quotes))
    found['short_rate_g2_' + name] = min(fits, key=lambda fit: fit['rmse'])
    rounds = []
    for _ in range(3):
        model = ql.HullWhite(handle)
        rounds.append(timed(model, ql.JamshidianSwaptionEngine(model), made, quotes))
    found['short_rate_hull_white_' + name] = min(rounds, key=lambda fit: fit['seconds'])
print(json.dumps(found))
`;

function ours(inputs: object): Fit {
  const request = parse(curveCalibrationRequest, inputs);
  let fit: Fit = { seconds: Number.POSITIVE_INFINITY, rmse: Number.NaN };
  for (let round = 0; round < ROUNDS; round++) {
    const usageBefore = process.cpuUsage();
    const { rmse } = defined(calibrateCurve(request).result.shortRateModel, 'shortRateModel');
    const { user, system } = process.cpuUsage(usageBefore);
    fit = { rmse, seconds: Math.min(fit.seconds, (user + system) / 1e6) };
  }
  return fit;
}

const print = (line: string) => process.stdout.write(`${line}\n`);

if (spawnSync('python3', ['-c', 'import QuantLib']).status !== 0) print('QuantLib is not installed for python3: skipped');
else {
  const folder = path.join(packageRoot, 'test/reference/generate');
  const peers: Readonly<Record<string, Fit>> = JSON.parse(execFileSync('python3', ['-c', SCRIPT, folder], { encoding: 'utf8' }));
  for (const { id, inputs } of rowsOf<object, object>('short_rate_calibration')) {
    const theirs = peers[id];
    // Volatilities of a model are not fitted by QuantLib.
    if (theirs === undefined) continue;
    const fit = ours(inputs);
    print(
      `${id.padEnd(40)} ${(fit.seconds * 1e3).toFixed(1).padStart(7)} ms, rmse ${fit.rmse.toExponential(3)}   QuantLib ${(theirs.seconds * 1e3).toFixed(1).padStart(7)} ms, rmse ${theirs.rmse.toExponential(3)}   ratio ${(theirs.seconds / fit.seconds).toFixed(1)}`,
    );
  }
}
