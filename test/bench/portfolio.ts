/**
 * Greeks of 100 000 positions through HTTP: processor time of the gateway and of the pricing service for each call, and its duration, compared
 * with what reading and writing the same two bodies as JSON takes alone. Linux, for the processor time.
 *
 *   npm run bench -- portfolio
 */
import { request } from 'node:http';
import { blackScholes } from '#engine-gpu/formula/black-scholes';
import { defined } from '#services/runtime/defined';
import { startService } from '#test/support/service';
import { childrenOf, killDescendantsAtExit, processorSeconds } from '../support/processes.js';

const POSITIONS = 100_000;
const ROUNDS = 8;
/** Positions whose Greeks are compared with the formula. */
const CHECKED = 1_000;
/** Relative bump of the central differences that deltas are compared with. */
const SPOT_BUMP = 1e-3;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const positions = Array.from({ length: POSITIONS }, (_, i) => ({
  underlying: `U${i % 50}`,
  quantity: (i % 7) - 3,
  spot: 100 + (i % 50),
  strike: 80 + (i % 61),
  rate: 0.03,
  volatility: 0.15 + 0.001 * (i % 200),
  time: 0.1 + (i % 37) / 10,
  optionType: i % 2 === 0 ? 'call' : 'put',
}));
const body = JSON.stringify({ positions });

killDescendantsAtExit();
const service = await startService();

const call = (raw: Buffer): Promise<{ readonly status: number | undefined; readonly bytes: Buffer }> =>
  new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': raw.length, 'X-API-Key': service.key };
    const sent = request(`${service.url}/api/v1/portfolio/greeks`, { method: 'POST', headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => resolve({ status: response.statusCode, bytes: Buffer.concat(chunks) })).once('error', reject);
    });
    sent.once('error', reject).end(raw);
  });

try {
  const children = childrenOf(defined(service.supervisor.pid, 'the supervisor'));
  const names = ['gateway', 'pricing'] as const;
  const pids = names.map((name) => defined(children.get(name), name));
  let answer = '';
  const rounds: { readonly wall: number; readonly wallRead: number; readonly processor: readonly number[]; readonly json: number }[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const secondsBefore = pids.map(processorSeconds);
    // No two calls have one body: the result of one is not the answer to another.
    const raw = Buffer.from(body.replace('"strike":80,', `"strike":${80 + round},`));
    const start = performance.now();
    const { status, bytes } = await call(raw);
    const wall = (performance.now() - start) / 1e3;
    answer = bytes.toString();
    if (status !== 200) throw new Error(`the answer is ${status}: ${answer.slice(0, 500)}`);
    const read = JSON.parse(answer);
    const wallRead = (performance.now() - start) / 1e3;
    const processor = pids.map((pid, i) => processorSeconds(pid) - secondsBefore[i]!);
    const parsing = process.cpuUsage();
    JSON.parse(`${raw}`);
    JSON.stringify(read);
    const { user, system } = process.cpuUsage(parsing);
    // The first round warms up the service.
    if (round > 0) rounds.push({ wall, wallRead, processor, json: (user + system) / 1e6 });
    const { data } = read;
    if (data.positions.length !== POSITIONS) throw new Error(`${data.positions.length} positions were answered`);
    for (let i = 1; i < CHECKED; i++) {
      const { spot, strike, rate, volatility, time, optionType } = positions[i]!;
      const value = (price: number): number => blackScholes(price, strike, rate, volatility, time, 0, optionType === 'call' ? 1 : -1);
      const result = data.positions[i];
      const slope = (value(spot + SPOT_BUMP) - value(spot - SPOT_BUMP)) / (2 * SPOT_BUMP);
      if (!(Math.abs(result.price - value(spot)) <= 1e-9 && Math.abs(result.delta - slope) <= 1e-7))
        throw new Error(
          `position ${i} has the price ${result.price} and the delta ${result.delta}, by the formula ${value(spot)} and ${slope}`,
        );
    }
  }
  const least = (secondsOf: (round: (typeof rounds)[number]) => number): number => Math.min(...rounds.map(secondsOf));
  const [gateway, pricing] = names.map((_, i) => least(({ processor }) => processor[i]!));
  const json = least((round) => round.json);
  print(
    `Greeks of ${POSITIONS} positions, ${(body.length / 1e6).toFixed(1)} MB in, ${(answer.length / 1e6).toFixed(1)} MB out, least of ${ROUNDS} calls`,
  );
  print(`processor time           gateway ${gateway!.toFixed(2)} s, pricing ${pricing!.toFixed(2)} s`);
  print(
    `duration of the call     ${least(({ wall }) => wall).toFixed(2)} s to the last byte, ${least(({ wallRead }) => wallRead).toFixed(2)} s until the caller has parsed it`,
  );
  print(`JSON of both bodies      ${json.toFixed(2)} s of processor time: the gateway takes ${(gateway! / json).toFixed(1)} times that`);
} finally {
  await service.stop();
}
