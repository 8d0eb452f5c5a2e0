import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { httpFailure } from '#gateway/contract/errors';
import { Busy, CallFailure, fromMessage, toMessage } from '#proto/failure';

describe('a service that is busy', () => {
  it('is reported with its reason and with the seconds after which to try again', () => {
    const crossed = fromMessage({ ...toMessage(new Busy('7 simulations wait already', 12)), faults: [] } as Parameters<
      typeof fromMessage
    >[0]);
    const { code, message, headers } = httpFailure(crossed);
    expect({ code, message, headers }).to.deep.equal({
      code: 'SVC-SYS-002',
      message: 'the service is busy: 7 simulations wait already',
      headers: { 'Retry-After': '12' },
    });
  });

  it('is not confused with one that cannot be reached', () => {
    const crossed = fromMessage(toMessage(new CallFailure(status.UNAVAILABLE, 'no connection')) as Parameters<typeof fromMessage>[0]);
    expect(crossed).not.to.be.instanceOf(Busy);
    expect(httpFailure(crossed).message).to.equal('the service behind this operation is not available');
  });
});
