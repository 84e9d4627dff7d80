import { roleWords } from '#app/people/team/team.ts';
import { scopeWords } from '#app/people/tokens/api-token.ts';
import { isInForce, type ListedToken } from '#app/people/tokens/api-token-store.server.ts';
import { formatShortDate, formatTime } from '#app/platform/time/town-time.ts';
import type { Town } from '#app/town/town.ts';

/** A token in words, as the list shows it. */
export type TokenListRow = {
  id: string;
  name: string;
  scope: string;
  whose: string;
  made: string;
  used: string;
  ends: string;
  inForce: boolean;
};

export function tokenRowOf(token: ListedToken, town: Town, now: number): TokenListRow {
  const { id, name, scope, createdAt, lastUsedAt, expiresAt, revokedAt, role, person, userId } = token;
  const whose = userId === null ? 'the administrator' : (person ?? 'someone without a name');
  const ended =
    expiresAt <= now ? `Expired ${formatShortDate(expiresAt, town)}` : formatShortDate(expiresAt, town);
  return {
    id,
    name,
    scope: scope === 'write' ? `${scopeWords[scope]}: ${roleWords[role].toLowerCase()}` : scopeWords[scope],
    whose,
    made: formatShortDate(createdAt, town),
    used: lastUsedAt ? `${formatShortDate(lastUsedAt, town)}, ${formatTime(lastUsedAt, town)}` : 'Never',
    ends: revokedAt ? `Revoked ${formatShortDate(revokedAt, town)}` : ended,
    inForce: isInForce(token, now),
  };
}
