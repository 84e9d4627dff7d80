import { readContext, requestContextKey } from '#app/people/request/context.ts';
import { findOffer } from '#app/people/team/administrator-offer.server.ts';
import { listInvitations } from '#app/people/team/invitation-store.server.ts';
import { listPeople, nameOfPerson } from '#app/people/team/person-store.server.ts';
import { roleWords } from '#app/people/team/team.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import { formatDate, formatShortDate, formatTime, startOfToday } from '#app/platform/time/town-time.ts';

type Args = Parameters<typeof readContext>[0];

/** How long a session counts as being used now: its last use is recorded this often. */
const RECENT_MS = 10 * MINUTE_MS;

/** Who works on the site, and who is invited, with their addresses: for the administrator alone. */
export async function loadPeople(args: Args) {
  const { read, town, now, viewer } = readContext(args);
  const { auth } = args.context.get(requestContextKey).services;
  const own = viewer.kind === 'visitor' ? '' : viewer.userId;
  const offer = await findOffer(read, now);
  const lastSeen = (at: number | null, isSelf: boolean) => {
    if (isSelf) return 'Now';
    if (at === null) return 'Logged out';
    if (at > now - RECENT_MS) return 'Now';
    return at >= startOfToday(now, town.timeZone) ? formatTime(at, town) : formatShortDate(at, town);
  };
  const people = (await listPeople(auth)).map((person) => ({
    id: person.userId,
    name: nameOfPerson(person),
    email: person.email,
    role: person.role,
    roleWord: roleWords[person.role],
    isSelf: person.userId === own,
    isOffered: person.userId === offer?.toUser,
    lastSeen: lastSeen(person.lastSeenAt, person.userId === own),
  }));
  const invitations = (await listInvitations(read)).map(({ id, address, role, expiresAt }) => ({
    id,
    address,
    role: roleWords[role],
    state:
      expiresAt > now
        ? { tone: 'warning', text: `Expires ${formatDate(expiresAt, town)}` }
        : { tone: 'quiet', text: 'Expired' },
  }));
  return { people, invitations };
}

export type PersonRow = Awaited<ReturnType<typeof loadPeople>>['people'][number];
export type ListedInvitation = Awaited<ReturnType<typeof loadPeople>>['invitations'][number];
