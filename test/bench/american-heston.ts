/**
 * American options under Heston on 50 dates by finite differences, compared with QuantLib's FdHestonVanillaEngine in the same run, each on
 * one thread and by processor time. Errors are measured against test/reference/american_heston.json. QuantLib's smallest grid has its
 * usual size. Needs Python with QuantLib.
 *
 *   npm run bench -- american-heston
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { hestonFiniteDifferences } from '#engine-gpu/method/heston-finite-differences';
import { rowsOf } from '#test/reference/table';
import { type AmericanHestonExpected, type AmericanHestonInputs, hestonOption } from '#test/support/american-rows';

/** Time steps, nodes in spot and nodes in variance of QuantLib's grids. */
const GRIDS = [
  [100, 100, 50],
  [200, 200, 100],
  [400, 400, 200],
] as const;
const RUNS = 5;
/** The four cases with ρ < 0 and one year, from small to large volatility of variance. */
const ROWS = 4;

const rows = rowsOf<AmericanHestonInputs, AmericanHestonExpected>('american_heston').slice(0, ROWS);
const print = (line: string) => process.stdout.write(`${line}\n`);
const line = (name: string, seconds: number, error: number) =>
  print(`${name.padEnd(44)} ${`${(seconds * 1000).toFixed(0)} ms`.padStart(9)}   error ${(100 * error).toFixed(4)} % of the price`);

/** QuantLib's price and processor seconds on each grid. Its dates are whole days, so a year is 350 days, with rates and parameters scaled. */
function quantlib(inputs: AmericanHestonInputs): readonly { readonly price: number; readonly seconds: number }[] {
  const script = `
import QuantLib as ql, time, json
row = json.loads('''${JSON.stringify(inputs)}''')
days = 7 * row['numSteps']
scale = row['time'] * 365 / days
today = ql.Date(1, 1, 2026)
ql.Settings.instance().evaluationDate = today
flat = lambda rate: ql.YieldTermStructureHandle(ql.FlatForward(today, rate * scale, ql.Actual365Fixed()))
process = ql.HestonProcess(flat(row['rate']), flat(row['dividend']), ql.QuoteHandle(ql.SimpleQuote(row['spot'])),
    row['v0'] * scale, row['kappa'] * scale, row['theta'] * scale, row['sigma'] * scale, row['rho'])
option = ql.VanillaOption(ql.PlainVanillaPayoff(ql.Option.Put, row['strike']), ql.BermudanExercise([today + 7 * (i + 1) for i in range(row['numSteps'])]))
found = []
for grid in ${JSON.stringify(GRIDS)}:
    best = None
    for _ in range(3):
        option.setPricingEngine(ql.FdHestonVanillaEngine(ql.HestonModel(process), *grid))
        start = time.process_time()
        price = option.NPV()
        seconds = time.process_time() - start
        best = seconds if best is None else min(best, seconds)
    found.append({'price': price, 'seconds': best})
print(json.dumps(found))
`;
  return JSON.parse(execFileSync('python3', ['-c', script], { encoding: 'utf8' }));
}

const installed = spawnSync('python3', ['-c', 'import QuantLib']).status === 0;
if (!installed) print('QuantLib is not installed for python3: skipped');
for (const { inputs, expected } of rows) {
  print(`\nσ ${inputs.sigma}, ρ ${inputs.rho}: ${expected.bermudan}`);
  const option = hestonOption(inputs);
  let seconds = Number.POSITIVE_INFINITY;
  let price = 0;
  for (let run = 0; run < RUNS; run++) {
    const usageBefore = process.cpuUsage();
    ({ price } = await hestonFiniteDifferences(option));
    const { user, system } = process.cpuUsage(usageBefore);
    seconds = Math.min(seconds, (user + system) / 1e6);
  }
  const errorOf = (price: number) => Math.abs(price / expected.bermudan - 1);
  if (!(errorOf(price) < 1e-3)) throw new Error(`ours is ${price}, not ${expected.bermudan}`);
  line('ours', seconds, errorOf(price));
  if (installed)
    quantlib(inputs).forEach((theirs, i) => {
      line(`QuantLib, ${GRIDS[i]!.join(' × ')}`, theirs.seconds, errorOf(theirs.price));
    });
}
