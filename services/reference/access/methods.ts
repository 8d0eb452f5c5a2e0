/** How the methods of the access service are called. */
import type { AccessDefinition } from '#proto/types/svc/access/v1/Access';
import type { MethodTable } from '../../rpc/method-table.js';
import { LOOK_UP, ONCE, REPEATABLE } from '../base/calls.js';

export const accessMethods: MethodTable<AccessDefinition> = {
  findKey: { ...LOOK_UP, transport: 'exchange' },
  findSession: { cost: 'store', transport: 'exchange' },
  // A call that is made twice counts a block of requests twice, which is at most 1 % of a minute's. All calls of the tenant wait for it, so
  // that waiting for a replica that does not answer would cost them more.
  reserveRequests: { cost: 'store', transport: 'exchange' },
  addComputeTime: ONCE,
  addUsage: ONCE,
  // The report counts documents, which takes as long as a batch.
  getUsage: { cost: 'batch' },

  // A tenant that is created again for the same request is the one that exists.
  createTenant: REPEATABLE,
  getTenant: LOOK_UP,
  listTenants: LOOK_UP,
  updateTenant: ONCE,
  createKey: ONCE,
  getKey: LOOK_UP,
  listKeys: LOOK_UP,
  // A key that is revoked stays revoked.
  revokeKey: REPEATABLE,
  rotateKey: ONCE,
  createUser: ONCE,
  getUser: LOOK_UP,
  listUsers: LOOK_UP,
  updateUser: ONCE,
  removeUser: ONCE,
  inviteUser: ONCE,
  acceptInvitation: ONCE,
  signIn: ONCE,
  listSessions: LOOK_UP,
  endSession: ONCE,
  changePassword: ONCE,
};
