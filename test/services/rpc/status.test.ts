import { expect } from 'chai';
import { EngineFailure, type FailureKind } from '#engine';
import { httpFailure } from '#gateway/contract/errors';
import { fromMessage, fromServiceError, toMessage, toStatus } from '#proto/failure';
import { callFailure } from '#services/rpc/status';

describe('a failure of any size', () => {
  it('crosses the wire in a trailer of a size that arrives, with its first faults', () => {
    const faults = Array.from({ length: 100_000 }, (_, i) => ({ pointer: `/${'é'.repeat(i % 1_000)}`, reason: 'is not a known field' }));
    const { details, metadata } = toStatus(callFailure(new EngineFailure('invalid', 'é'.repeat(1e6), faults)));
    if (metadata === undefined || details === undefined) throw new Error('the status has no metadata or no details');
    const [entry] = metadata.get('svc-failure-bin') as [Buffer];
    // The trailers take at most 64 KiB, with the failure in base64 and three characters per byte of the message.
    expect((4 / 3) * entry.length + 3 * Buffer.byteLength(details)).to.be.lessThan(64 * 1024);
    // biome-ignore lint/suspicious/noExplicitAny: a status as the client receives it
    const received = fromServiceError({ metadata } as any);
    expect(received.faults.slice(0, 100)).to.deep.equal(faults.slice(0, 100));
  });
});

describe('a calculation that fails', () => {
  const codes: [FailureKind, string][] = [
    ['pricing', 'SVC-CALC-001'],
    ['calibration', 'SVC-CALC-002'],
    ['optimisation', 'SVC-CALC-003'],
  ];

  it('is a 500 with the code of its kind, over the exchange and as a unary call', () => {
    for (const [kind, code] of codes) {
      const failure = callFailure(new EngineFailure(kind, 'swap 10Y cannot be fitted'));
      // biome-ignore lint/suspicious/noExplicitAny: a message or a status as the client receives it
      for (const received of [fromMessage(toMessage(failure) as any), fromServiceError(toStatus(failure) as any)]) {
        const { status, code: answered, message } = httpFailure(received);
        expect([status, answered, message]).to.deep.equal([500, code, 'swap 10Y cannot be fitted']);
      }
    }
  });
});
