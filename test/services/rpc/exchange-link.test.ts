import { EventEmitter } from 'node:events';
import { type Client as Channel, Metadata, status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import type { CallFailure } from '#proto/failure';
import type { Call } from '#proto/types/svc/common/v1/Call';
import { openExchange } from '#services/rpc/exchange';

/** A stream to a service that never answers, and that reads only while `reads` is true. */
class Silent extends EventEmitter {
  readonly written: Call[][] = [];
  ended = false;
  reads = true;

  write({ calls }: { calls: Call[] }): boolean {
    this.written.push(calls);
    return this.reads;
  }
  end(): void {
    this.ended = true;
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const credential = new Metadata();
const call = { caller: callerOf({ ...UNKNOWN_IDENTITY, tenantId: 'ten_a' }, '0190a1b2-0000-7000-8000-000000000000') };

describe('the streams of the exchange', () => {
  let streams: Silent[];
  const channel = {
    makeBidiStreamRequest: () => {
      const stream = new Silent();
      streams.push(stream);
      return stream;
    },
  } as unknown as Channel;
  const outcome = (exchange: ReturnType<typeof openExchange>, bytes = 10, timeoutMs = 5_000): Promise<status> =>
    exchange.call('/a/B', Buffer.alloc(bytes), call, timeoutMs).then(
      () => status.OK,
      ({ code }: CallFailure) => code,
    );
  beforeEach(() => {
    streams = [];
  });

  it('send nothing more until the service has read, and then all waiting calls in one message', async () => {
    const exchange = openExchange(channel, credential);
    const outcomes = [outcome(exchange)];
    const [stream] = streams;
    stream!.reads = false;
    await turn();
    for (let i = 0; i < 3; i++) {
      outcomes.push(outcome(exchange));
      await turn();
    }
    expect(stream!.written.map(({ length }) => length)).to.deep.equal([1]);
    stream!.reads = true;
    stream!.emit('drain');
    expect(stream!.written.map(({ length }) => length)).to.deep.equal([1, 3]);
    stream!.emit('error', new Error('gone'));
    expect(await Promise.all(outcomes)).to.deep.equal(new Array(4).fill(status.UNAVAILABLE));
  });

  it('carry a limited number of bytes of unanswered calls', async () => {
    const exchange = openExchange(channel, credential);
    const large = Array.from({ length: 64 }, () => outcome(exchange, 2 ** 20));
    expect(await outcome(exchange)).to.equal(status.UNAVAILABLE);
    streams[0]!.emit('error', new Error('gone'));
    await Promise.all(large);
    // Calls that have failed do not count any more.
    const next = outcome(exchange);
    await turn();
    expect(streams[1]!.written).to.have.length(1);
    streams[1]!.emit('error', new Error('gone'));
    await next;
  });

  it('take no more calls when the service says that it is about to end, and still give the answers to those that they carry', async () => {
    let drained = 0;
    const exchange = openExchange(channel, credential, { draining: () => drained++ });
    const answer = exchange.call('/a/B', Buffer.alloc(1), call, 5_000);
    const late = outcome(exchange, 10, 200);
    await turn();
    const [first] = streams;
    first!.emit('data', { replies: [], draining: true });
    expect(drained).to.equal(1);
    const next = outcome(exchange);
    await turn();
    expect(streams).to.have.length(2);
    expect(streams[1]!.written).to.have.length(1);
    const { id } = first!.written[0]![0]!;
    first!.emit('data', { replies: [{ id, response: Buffer.from('yes'), failure: null }], draining: false });
    expect((await answer).toString()).to.equal('yes');
    // Once its side is ended, it says nothing more, not even of a call that nobody waits for.
    while (!first!.ended) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await late).to.equal(status.DEADLINE_EXCEEDED);
    await turn();
    expect(first!.written).to.have.length(1);
    streams[1]!.emit('error', new Error('gone'));
    expect(await next).to.equal(status.UNAVAILABLE);
  });

  it('carry the cancellation of a call whose deadline has passed', async () => {
    const exchange = openExchange(channel, credential);
    expect(await outcome(exchange, 10, 20)).to.equal(status.DEADLINE_EXCEEDED);
    await turn();
    const [calls, cancellation] = streams[0]!.written;
    const { id } = calls![0]!;
    expect(cancellation).to.deep.equal([{ id, cancel: true }]);
  });
});
