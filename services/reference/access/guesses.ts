/**
 * How often somebody may try to sign in: failures are counted per minute, in the store, so that they hold across processes. Neither sessions
 * nor attempts that succeed are touched by it. An attempt under way counts until it has succeeded, so that many at once are no way around.
 *
 * Guesses of others do not keep the right person out: a known device (devices.ts) has counts of its own; and where a user has been guessed
 * at from many networks, each network, and so that of the user, may still fail once.
 */
import { status } from '@grpc/grpc-js';
import { CallFailure } from '#proto/failure';
import { networkOf } from '../../runtime/network.js';
import { StoreFailure } from '../../store/failure.js';
import { MINUTE, type Store } from '../../store/port.js';
import type { Asker } from './turns.js';

/** Failures per minute: for one user from one network, or from one known device; for one user from anywhere; from one network for anybody. */
const LIMITS = { userFromOne: 6, user: 30, network: 60 } as const;

interface Attempt {
  readonly tenantId: string;
  readonly email: string;
  /** Network address. */
  readonly address: string;
  /** The name of a device that the user has signed in from; absent: it is not known. */
  readonly device?: string | undefined;
}

/** The name under which the attempt takes turns. */
export const askerOf = ({ address, device }: Attempt): Asker => ({ name: device ?? networkOf(address), isKnown: device !== undefined });

/**
 * Counts an attempt before anything is compared.
 *
 * @returns takes the count back, once the attempt has succeeded
 * @throws CallFailure RESOURCE_EXHAUSTED, where too many failed in this minute
 */
export async function countAttempt(store: Store, attempt: Attempt): Promise<() => Promise<void>> {
  const { tenantId, email, device } = attempt;
  const { name } = askerOf(attempt);
  const user = ['sign-in', tenantId, email];
  const keys = [[...user, name], ...(device === undefined ? [user, ['sign-in', name]] : [])].map((key) => JSON.stringify(key));
  const [fromOne = 0, fromAnywhere = 0, forAnybody = 0] = await Promise.all(
    keys.map(async (key) => (await store.minute.penalty(key, 1)).consumedPoints),
  ).catch((error: unknown) => {
    throw new StoreFailure('unavailable', 'attempts to sign in cannot be counted', { cause: error });
  });
  const mayFromOne = fromAnywhere > LIMITS.user ? 1 : LIMITS.userFromOne;
  if (fromOne > mayFromOne || forAnybody > LIMITS.network)
    throw new CallFailure(status.RESOURCE_EXHAUSTED, `too many attempts to sign in; wait ${MINUTE} s`);
  // Where that fails, the count stays until the minute ends.
  return () =>
    Promise.all(keys.map((key) => store.minute.reward(key, 1))).then(
      () => undefined,
      () => undefined,
    );
}
