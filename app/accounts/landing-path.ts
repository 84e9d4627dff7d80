import { findAdministrator } from '#app/auth/administrator-address.server.ts';
import { findPause } from '#app/backup/backup-settings.server.ts';
import { writeVisit } from '#app/context.ts';
import { HOME, nextPathOf } from './next-path.ts';

type Args = Parameters<typeof writeVisit>[0] & { url: URL };

/**
 * Where a login leads. After a restore, the administrator goes to the Overview, which says what is paused, until it is
 * resumed there.
 */
export async function landingPathOf(args: Args, userId: string): Promise<string> {
  const next = nextPathOf(args.url);
  const { write, services } = writeVisit(args);
  if (next !== HOME || !(await findPause(write))) return next;
  const administrator = await findAdministrator(write, services.settings);
  return administrator?.id === userId ? '/admin' : next;
}
