import { findAdministrator } from '#app/people/administrator/administrator-address.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import { findPause } from '#app/town/schedule-pause.server.ts';
import { HOME } from './next-path.ts';

type Args = Parameters<typeof writeContext>[0];

/**
 * Where a login leads: `next`. Instead of HOME, the administrator goes to the Overview after a restore, which says what
 * is paused, until it is resumed.
 */
export async function landingPathOf(args: Args, next: string, userId: string): Promise<string> {
  const { write, services } = writeContext(args);
  if (next !== HOME || !(await findPause(write))) return next;
  const administrator = await findAdministrator(write, services.settings);
  return administrator?.id === userId ? '/admin' : next;
}
