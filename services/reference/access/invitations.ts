/** How the token of an invitation reaches the user: by a webhook to a system of the installation, such as one that sends mail. */
import { randomUUID } from 'node:crypto';
import type { User } from '../../resources/user.js';
import type { InvitationSettings } from '../../runtime/webhook-hosts.js';
import { StoreFailure } from '../../store/failure.js';
import { postWebhook, signedHeaders } from '../base/webhook.js';

/**
 * Sends the token to the user, and to nobody else.
 *
 * @throws StoreFailure conflict, where the receiver does not take it: the user is stored, and a repeated call would not invite again
 */
export type SendInvitation = (user: User, token: string) => Promise<void>;

export const invitationWebhook =
  ({ address, hosts, key }: InvitationSettings, now: () => number): SendInvitation =>
  async ({ tenantId, id, email, name, invitation }, token) => {
    const expiresAt = new Date(invitation?.expiresAt ?? now()).toISOString();
    const body = JSON.stringify({ type: 'user.invitation', data: { tenantId, userId: id, email, name, token, expiresAt } });
    const reason = await postWebhook(address, signedHeaders(`msg_${randomUUID()}`, now(), body, key), body, hosts).then(
      (status) => (status >= 200 && status < 300 ? undefined : `its receiver answered ${status}`),
      (error: Error) => error.message,
    );
    if (reason !== undefined)
      throw new StoreFailure('conflict', `the invitation of ${id} could not be sent: ${reason}. Invite the user again (inviteUser)`);
  };
