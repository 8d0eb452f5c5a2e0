/**
 * How often somebody may try to sign in: counted per minute, in the store, so that it holds across processes. Sessions are not touched by
 * it.
 */
import { status } from '@grpc/grpc-js';
import { CallFailure } from '#proto/failure';
import { networkOf } from '../../runtime/network.js';
import { StoreFailure } from '../../store/failure.js';
import { MINUTE, type Store } from '../../store/port.js';

/** Attempts per minute for one user from one address; for one user from anywhere; and from one address for anybody. */
const LIMITS = { userFromAddress: 6, user: 30, address: 60 } as const;

interface Attempt {
  readonly tenantId: string;
  readonly email: string;
  /** Network address. */
  readonly address: string;
}

/** Counts an attempt before anything is compared. @throws CallFailure RESOURCE_EXHAUSTED, where there were too many in this minute */
export async function countAttempt(store: Store, { tenantId, email, address }: Attempt): Promise<void> {
  const network = networkOf(address);
  const counted = [
    [LIMITS.userFromAddress, JSON.stringify(['sign-in', tenantId, email, network])],
    [LIMITS.user, JSON.stringify(['sign-in', tenantId, email])],
    [LIMITS.address, JSON.stringify(['sign-in', network])],
  ] as const;
  for (const [limit, key] of counted) {
    const { consumedPoints } = await store.minute.penalty(key, 1).catch((error: unknown) => {
      throw new StoreFailure('unavailable', 'attempts to sign in cannot be counted', { cause: error });
    });
    if (consumedPoints > limit) throw new CallFailure(status.RESOURCE_EXHAUSTED, `too many attempts to sign in; wait ${MINUTE} s`);
  }
}
