import { isAddressDisabled } from '#app/people/accounts/disabled-accounts.server.ts';
import { findHolder } from '#app/people/accounts/user-store.server.ts';
import { findRole } from '#app/people/administrator/find-role.server.ts';
import type { RequestContext } from '#app/people/request/context.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { parseEmailAddress } from '#app/platform/mail/email-address.ts';
import { queueMail } from '#app/platform/mail/mail-queue.server.ts';
import { createInvitation, type Invitation, renewInvitation } from './invitation-store.server.ts';
import type { GivenRole } from './team.ts';
import { invitationLetter } from './team-letters.ts';

type Inviting = Pick<RequestContext, 'services' | 'town' | 'viewer'>;
type Entry = { email: string; role: GivenRole; message: string };

/** Emails an invitation, unless there is a problem with the address, as a message for the user. */
export function inviteAddress(
  { services, town, viewer }: Inviting,
  { email, role, message }: Entry,
): Promise<{ problem?: string }> {
  const { auth } = services;
  const now = auth.now();
  return inTransaction(auth.db, async (db): Promise<{ problem?: string }> => {
    const address = parseEmailAddress(email);
    if (!address || !/\.[^.]+$/.test(address))
      return { problem: 'Enter a full address, such as june@example.org' };
    if (await isAddressDisabled(db, address))
      return { problem: 'The account of this address is disabled. The operator can enable it.' };
    const holder = await findHolder(db, address);
    if (holder && (await findRole(db, auth.settings, holder)) !== 'member')
      return { problem: 'This person works on the site already' };
    const invitedBy = viewer.kind === 'visitor' ? '' : viewer.userId;
    const token = await createInvitation(db, { address, role, message: message.trim(), invitedBy }, now);
    if (token === undefined)
      return { problem: 'There is an open invitation for this address. You can resend it.' };
    const { url } = auth.settings;
    const inviter = (viewer.kind !== 'visitor' && viewer.name) || 'The administrator';
    await queueMail(
      db,
      invitationLetter(address, { url, title: town.title, token, role, inviter, message }),
      now,
    );
    return {};
  });
}

/** Emails a new link of an invitation; the earlier one ends. Undefined when the invitation is gone. */
export function resendInvitation(
  { services, town, viewer }: Inviting,
  id: string,
): Promise<Invitation | undefined> {
  const { auth } = services;
  const now = auth.now();
  return inTransaction(auth.db, async (db) => {
    const invitation = await renewInvitation(db, id, now);
    if (!invitation) return undefined;
    const { address, role, message, token } = invitation;
    const inviter = (viewer.kind !== 'visitor' && viewer.name) || 'The administrator';
    const { url } = auth.settings;
    await queueMail(
      db,
      invitationLetter(address, { url, title: town.title, token, role, inviter, message }),
      now,
    );
    return invitation;
  });
}
