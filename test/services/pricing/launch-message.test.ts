import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import type { Launch } from '#engine';
import { launchOf, launchRequest } from '#services/pricing/launch-message';

const launch: Launch = {
  source: 'function kernel(g, steps) {\nreturn g[0] + steps;\n}',
  arrays: [Float32Array.of(1, 0.1)],
  numbers: [52],
  width: 4,
  rows: 2,
  outputs: 1,
};

const received = (change: Partial<Launch>) => {
  const { arrays, numbers, ...rest } = launchRequest({ ...launch, ...change }, 'webasm', 'one');
  return launchOf({ ...rest, arrays: arrays as Buffer[], numbers } as Parameters<typeof launchOf>[0]);
};

const refusal = (change: Partial<Launch>) => {
  try {
    received(change);
  } catch (error) {
    return error as { code: status; message: string };
  }
  throw new Error('it was taken');
};

describe('a launch between replicas', () => {
  it('arrives as it was sent', () => {
    expect(received({})).to.deep.equal(launch);
  });

  it('is refused where its text is more than a kernel, before anything is compiled', () => {
    const { code, message } = refusal({ source: 'function kernel(g) {\nprocess.exit(1);\n}' });
    expect(code).to.equal(status.INVALID_ARGUMENT);
    expect(message).to.include('process.exit');
  });

  it('is refused where it has more values than a launch has, before they are allocated', () => {
    expect(refusal({ width: 2 ** 20, rows: 2 ** 20 }).message).to.include('1 to 16777216 values');
  });
});
