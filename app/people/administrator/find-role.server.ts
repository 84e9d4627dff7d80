import type { User } from '#app/people/accounts/user-store.server.ts';
import type { Role } from '#app/people/request/policy.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { isAdministrator } from './administrator-address.server.ts';

/**
 * The role of an account at this moment: the administrator's by its verified address, another's as it was given.
 * A role counts only with a verified address, and not while the account is disabled.
 */
export async function findRole(db: ReadDb, settings: Settings, user: User): Promise<'member' | Role> {
  if (user.isDisabled || !user.emailVerified) return 'member';
  if (await isAdministrator(db, settings, user)) return 'admin';
  return user.role ?? 'member';
}
