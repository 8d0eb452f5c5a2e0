import { createHash } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import type { HttpFailure } from '#gateway/contract/errors';
import type { Dependencies } from '#gateway/contract/operation';
import type { HttpCall } from '#gateway/http/call';
import { authenticate } from '#gateway/http/middleware/authenticate';
import { CallFailure } from '#proto/failure';

const key = (letter: string) => `svc_test_${letter.repeat(32)}`;

/** The same value as in gateway/http/middleware/authenticate.ts. */
const CACHE_MS = 5_000;
const MAX_FAILURES_PER_MINUTE = 60;

describe('authentication', () => {
  const knownKey = key('k');
  const record = {
    keyId: 'key_1',
    tenantId: 'ten_1',
    hash: createHash('sha256').update(knownKey).digest(),
    scopes: ['price'],
    tier: 'pro',
    environment: 'test',
    expiresAtMs: 0,
    revokedAtMs: 0,
    requestsPerMinute: 0,
    monthlyQuota: 0,
    tenantDisabled: false,
  };
  const { now } = performance;
  let lookUps: number;
  /** The headers of the last refusal. */
  let headers: Readonly<Record<string, string>>;
  let stored: typeof record;
  let middleware: ReturnType<typeof authenticate>;

  beforeEach(() => {
    lookUps = 0;
    stored = record;
    const findKey = async ({ prefix }: { prefix: string }) => {
      lookUps++;
      if (prefix !== knownKey.slice(0, prefix.length)) throw new CallFailure(status.NOT_FOUND, 'no key has this prefix');
      return stored;
    };
    middleware = authenticate({ findKey } as unknown as Dependencies['access'], 0);
  });
  afterEach(() => {
    performance.now = now;
  });

  /** @returns the tenant, or the error code of the refusal. Without a socket, each call has a connection of its own. */
  async function present(presented: string, ip = '192.0.2.1', socket = {}): Promise<string> {
    const request = { headers: { 'x-api-key': presented }, socket: Object.assign(socket, { remoteAddress: ip }) };
    const call = { request, correlationId: '', principal: undefined as { tenantId: string } | undefined };
    try {
      await middleware(call as unknown as HttpCall);
    } catch (error) {
      headers = (error as HttpFailure).headers;
      return (error as HttpFailure).code;
    }
    return call.principal?.tenantId ?? 'nobody';
  }

  it('looks up a key once while its record is current, however many calls arrive together', async () => {
    await Promise.all(Array.from({ length: 20 }, () => present(knownKey)));
    await present(knownKey);
    expect(lookUps).to.equal(1);
  });

  it('notices a revocation as soon as the record is no longer current', async () => {
    expect(await present(knownKey)).to.equal('ten_1');
    stored = { ...record, revokedAtMs: 1 };
    expect(await present(knownKey)).to.equal('ten_1');
    performance.now = () => now.call(performance) + CACHE_MS;
    expect(await present(knownKey)).to.equal('SVC-AUTH-003');
  });

  it('tells an address that guesses keys to wait, on a clock that cannot be set back, and no other address', async () => {
    const { now: dateNow } = Date;
    for (let guess = 0; guess < MAX_FAILURES_PER_MINUTE; guess++)
      expect(await present(`svc_test_${String(guess).padStart(32, '0')}`)).to.equal('SVC-AUTH-002');
    Date.now = () => dateNow() - 3_600_000;
    try {
      expect(await present(key('z'))).to.equal('SVC-LIMIT-001');
      expect(Number(headers['Retry-After'])).to.be.within(1, 60);
    } finally {
      Date.now = dateNow;
    }
    expect(await present('malformed')).to.equal('SVC-LIMIT-001');
    expect(await present(key('z'), '192.0.2.2')).to.equal('SVC-AUTH-002');
    performance.now = () => now.call(performance) + 60_000;
    expect(await present(key('z'))).to.equal('SVC-AUTH-002');
  });

  it('never refuses the right key because of guesses from its address, even one that it has not seen before', async () => {
    for (let guess = 0; guess <= MAX_FAILURES_PER_MINUTE; guess++) await present('guess');
    expect(await present(key('z'))).to.equal('SVC-LIMIT-001');
    expect(await present(knownKey)).to.equal('ten_1');
    performance.now = () => now.call(performance) + CACHE_MS;
    expect(await present(knownKey)).to.equal('ten_1');
  });

  it('keeps keys in memory however many prefixes are guessed', async () => {
    // However long that takes, the record stays current.
    const start = now.call(performance);
    performance.now = () => start;
    expect(await present(knownKey)).to.equal('ten_1');
    for (let guess = 0; guess < 10_100; guess++) await present(`svc_test_${String(guess).padEnd(32, 'g')}`, `198.51.100.${guess % 200}`);
    const countBefore = lookUps;
    expect(await present(knownKey)).to.equal('ten_1');
    expect(lookUps).to.equal(countBefore);
  });

  it('checks a connection that has proved a key again: another key and a revocation are noticed', async () => {
    const socket = {};
    expect(await present(knownKey, undefined, socket)).to.equal('ten_1');
    expect(await present(knownKey, undefined, socket)).to.equal('ten_1');
    const other = knownKey.slice(0, -1) + (knownKey.endsWith('0') ? '1' : '0');
    expect(await present(other, undefined, socket)).to.equal('SVC-AUTH-002');
    expect(await present(knownKey, undefined, socket)).to.equal('ten_1');
    stored = { ...record, revokedAtMs: 1 };
    performance.now = () => now.call(performance) + CACHE_MS;
    expect(await present(knownKey, undefined, socket)).to.equal('SVC-AUTH-003');
  });
});
