/** What happens to meetings when the names of the town's bodies change. */
import type { WriteDb } from '#app/platform/database/handles.ts';
import { slugOfName } from '#app/platform/slug.ts';
import { bodyChanges } from './bodies.ts';
import type { Town } from './town.ts';
import { saveFormerBodies } from './town-store.server.ts';

/**
 * Prepares another list of bodies: meetings of a body that is renamed follow it, and its former address leads to it.
 * Nothing changes, and the reason is returned, if a body with meetings would be gone. In the transaction that saves the
 * setting.
 */
export async function changeBodies(
  db: WriteDb,
  town: Town,
  bodies: string | undefined,
): Promise<string | undefined> {
  if (bodies === undefined || bodies === town.bodies) return undefined;
  const { renamed, removed } = bodyChanges(town.bodies, bodies);
  for (const name of removed) {
    const count = await countMeetings(db, name);
    if (count > 0) return `${name} has ${count === 1 ? '1 meeting' : `${count} meetings`}, so it must stay`;
  }
  if (renamed.size > 0) {
    await saveFormerBodies(db, formerNames(town.formerBodies ?? {}, renamed));
    await renameMeetings(db, renamed);
  }
  return undefined;
}

async function countMeetings(db: WriteDb, body: string): Promise<number> {
  const { count } = await db
    .selectFrom('event')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('meetingBody', '=', body)
    .executeTakeFirstOrThrow();
  return Number(count);
}

function formerNames(before: Readonly<Record<string, string>>, renamed: Map<string, string>) {
  const known = Object.entries(before).map(([slug, name]) => [slug, renamed.get(name) ?? name]);
  const added = [...renamed].map(([old, name]) => [slugOfName(old), name]);
  return Object.fromEntries([...known, ...added]);
}

/** Drafts, versions and the trash keep the former name, which saves understand. */
async function renameMeetings(db: WriteDb, renamed: Map<string, string>): Promise<void> {
  const stored = db.withoutPlugins();
  const rows = await stored
    .selectFrom('event')
    .select(['id', 'meeting', 'meetingBody'])
    .where('meetingBody', 'in', [...renamed.keys()])
    .execute();
  for (const { id, meeting, meetingBody } of rows) {
    const body = renamed.get(String(meetingBody)) as string;
    await stored
      .updateTable('event')
      .set((eb) => ({
        meeting: JSON.stringify({ ...JSON.parse(String(meeting)), body }),
        meetingBody: body,
        // An open form of the event sees that it has changed.
        version: eb('version', '+', 1),
        updatedAt: eb('updatedAt', '+', 1),
      }))
      .where('id', '=', id)
      .execute();
  }
}
