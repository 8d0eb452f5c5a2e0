import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { z } from 'zod';
import { deadlinesFor } from '#gateway/compose';
import { HttpFailure } from '#gateway/contract/errors';
import { type MixedPortfolio, priceMixed } from '#gateway/portfolio/mixed-portfolio';
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import { bytesOfDoubles, doublesOfBytes } from '#proto/doubles';
import type { VanillaBatch } from '#proto/types/svc/pricing/v1/VanillaBatch';
import { manifest } from '#test/support/manifest';

const plain = { kind: 'vanilla', quantity: 1, spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 };
const convertible = { kind: 'convertible', quantity: 1 };
const DEADLINE_MS = 60_000;
const caller = callerOf(UNKNOWN_IDENTITY, manifest.runId);

interface Convertibles {
  /** Milliseconds that the price of one takes. */
  readonly ms?: number;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Called with the number of those begun, when one begins. */
  readonly began?: (count: number) => void;
}

/** Prices a portfolio with services whose price of an option is its spot, and of a convertible 7. */
async function priced(instruments: readonly unknown[], { ms = 0, timeoutMs = DEADLINE_MS, signal, began = () => {} }: Convertibles = {}) {
  const columns: number[] = [];
  let begun = 0;
  const convertibles = {
    id: 'priceConvertible',
    wire: 'envelope',
    request: z.looseObject({}),
    handle: async () => {
      began(++begun);
      if (ms > 0) await pause(ms);
      return { data: { price: 7 }, manifest: { ...manifest, pricerId: 'convertible_fd' } };
    },
  };
  const dependencies = {
    deadlines: deadlinesFor(DEADLINE_MS),
    operations: [convertibles],
    desk: [],
    pricing: {
      priceVanillaBatch: async ({ spot }: VanillaBatch) => {
        const spots = doublesOfBytes(spot as Uint8Array);
        columns.push(spots.length);
        return { price: bytesOfDoubles(spots), failures: [], manifest };
      },
    },
  };
  const call = { caller, requestId: '', today: '2026-01-05', timeoutMs, ...(signal && { signal }) };
  const input = { body: { instruments }, caller, call } as unknown as Parameters<typeof priceMixed>[0];
  const computation = await priceMixed(input, dependencies as unknown as Parameters<typeof priceMixed>[1]);
  const { data, manifest: told } = await computation.compute().catch((error: unknown) => {
    throw Object.assign(error as Error, { begun });
  });
  return { data: JSON.parse(`${data}`) as MixedPortfolio, told, columns, begun };
}

const failureOf = (run: Promise<unknown>): Promise<HttpFailure & { readonly begun: number }> =>
  run.then(
    () => expect.fail('it was priced'),
    (error) => error,
  );

describe('a mixed portfolio', () => {
  it('has its plain options priced in columns, block by block, and each outcome at its place', async () => {
    const instruments: unknown[] = Array.from({ length: 12_345 }, (_, index) => ({
      ...plain,
      id: `${index}`,
      spot: index + 1,
      quantity: 2,
    }));
    for (let index = 100; index < 12_345; index += 100) instruments[index] = convertible;
    instruments[7] = { ...plain, kind: 'swap' };
    instruments[8] = null;
    const { data, told, columns, begun } = await priced(instruments);
    expect(columns).to.deep.equal([5_000 - 49 - 2, 5_000 - 50, 2_345 - 24]);
    expect(begun).to.equal(123);
    const { results, summary } = data;
    expect(summary).to.deep.equal({ count: 12_345, succeeded: 12_343, failed: 2 });
    let total = 0;
    for (const [index, result] of results.entries()) {
      if (index === 7 || index === 8) expect(result).to.have.nested.property('error.code', 'SVC-REQ-001');
      else if (index > 0 && index % 100 === 0) expect(result).to.include({ kind: 'convertible', price: 7, pricerId: 'convertible_fd' });
      else expect(result).to.include({ id: `${index}`, price: index + 1, value: 2 * (index + 1), pricerId: 'equity_vanilla_bs' });
      if ('value' in result) total += result.value;
    }
    expect(data.totalValue).to.equal(total);
    expect(told?.warnings?.join()).to.include('several pricers');
  });

  it('whose instruments take longer than the deadline is refused early, with how many they are and where to go', async () => {
    const instruments = Array.from({ length: 8_000 }, (_, index) => (index % 2 === 0 ? plain : convertible));
    const failure = await failureOf(priced(instruments, { ms: 50, timeoutMs: 3_000 }));
    expect(failure).to.be.instanceOf(HttpFailure).and.to.include({ code: 'SVC-REQ-001' });
    expect(failure.message).to.match(/^instruments must be priced within 60 s, the deadline: 4000 instruments .* or submit a job/);
    expect(failure.faults[0]!.pointer).to.equal('/instruments');
    expect(failure.begun).to.be.at.most(64);
  });

  it('that the deadline ends is refused, with how many of its instruments were priced', async () => {
    const instruments = Array.from({ length: 20 }, () => convertible);
    const failure = await failureOf(priced(instruments, { timeoutMs: 1 }));
    expect(failure).to.be.instanceOf(HttpFailure).and.to.include({ code: 'SVC-SYS-003' });
    expect(failure.message).to.match(/the deadline, which came after 0 of 20 instruments .* or submit a job/);
  });

  it('begins no further instrument once its caller has hung up', async () => {
    const controller = new AbortController();
    const began = (count: number) => {
      if (count === 10) controller.abort();
    };
    const instruments = Array.from({ length: 20_000 }, () => convertible);
    const failure = await failureOf(priced(instruments, { ms: 1, signal: controller.signal, began }));
    expect(failure.message).to.include('nobody waits');
    // Four are priced at a time: the other three had begun already.
    expect(failure.begun).to.be.at.most(13);
  });
});
