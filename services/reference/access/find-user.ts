import { type User, users } from '../../resources/user.js';
import { conditionsOf, type Store } from '../../store/port.js';

/** The user of a tenant with this address, in lower case. */
export async function findUser(store: Store, tenantId: string, email: string): Promise<User | undefined> {
  return (await store.page(users, tenantId, { limit: 1, where: conditionsOf(users, { email }) })).items[0];
}
