import { expect } from 'chai';
import { EngineFailure, type FailureKind } from '#engine';
import { httpFailure } from '#gateway/errors';
import { fromMessage, fromServiceError, toMessage, toStatus } from '#proto/failure';
import { callFailure } from '#services/common/status';

describe('a calculation that fails', () => {
  const codes: [FailureKind, string][] = [
    ['pricing', 'SVC-CALC-001'],
    ['calibration', 'SVC-CALC-002'],
    ['optimisation', 'SVC-CALC-003'],
  ];

  it('is a 500 with the code of its kind, whichever way it crossed the wire', () => {
    for (const [kind, code] of codes) {
      const failure = callFailure(new EngineFailure(kind, 'swap 10Y cannot be fitted'));
      // biome-ignore lint/suspicious/noExplicitAny: what a message or a status becomes on the other side
      for (const received of [fromMessage(toMessage(failure) as any), fromServiceError(toStatus(failure) as any)]) {
        const { status, code: told, message } = httpFailure(received);
        expect([status, told, message]).to.deep.equal([500, code, 'swap 10Y cannot be fitted']);
      }
    }
  });
});
