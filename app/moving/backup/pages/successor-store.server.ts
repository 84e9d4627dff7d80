import * as z from 'zod';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { saveRows } from '#app/town/town-store.server.ts';

const SETTING = 'successor';
const SINCE = 'successorSince';
const NOTIFIED = 'successorNotified';

/** The successor as last saved; all fields are empty before that. */
export async function findSuccessor(db: ReadDb): Promise<Successor> {
  const text = await findValue(db, SETTING);
  const parsed = successorSchema.safeParse(text === undefined ? undefined : JSON.parse(text));
  return parsed.success ? parsed.data : noSuccessor;
}

/** Saves it; the days without a visit count from `now` (UTC epoch milliseconds) at the earliest. */
export function saveSuccessor(db: WriteDb, successor: Successor, now: number): Promise<void> {
  return saveRows(db, [
    { name: SETTING, value: JSON.stringify(successor) },
    { name: SINCE, value: String(now) },
  ]);
}

/** When the successor was last saved (UTC epoch milliseconds); 0 if never. */
export async function findSuccessorSince(db: ReadDb): Promise<number> {
  return Number((await findValue(db, SINCE)) ?? 0);
}

/** When the instructions were last emailed (UTC epoch milliseconds); undefined if never. */
export async function findNotified(db: ReadDb): Promise<number | undefined> {
  const text = await findValue(db, NOTIFIED);
  return text === undefined ? undefined : Number(text);
}

export function saveNotified(db: WriteDb, now: number): Promise<void> {
  return saveRows(db, [{ name: NOTIFIED, value: String(now) }]);
}

async function findValue(db: ReadDb, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('town_setting').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

const text = (most: number) => z.string().trim().max(most, `Use at most ${most} characters`);

/**
 * Who takes over from the administrator, and what they have to know. `afterDays` is how many days without a visit of the
 * administrator the instructions wait before they are emailed; 0 for never.
 */
export const successorSchema = z.object({
  name: text(200),
  email: z.union([z.literal(''), z.email('Enter an email address').max(254)]),
  contacts: text(4000),
  hosting: text(4000),
  domain: text(4000),
  mail: text(4000),
  costs: text(4000),
  notes: text(8000),
  afterDays: z.int().min(0).max(365),
});

export type Successor = z.infer<typeof successorSchema>;

export const noSuccessor: Successor = {
  name: '',
  email: '',
  contacts: '',
  hosting: '',
  domain: '',
  mail: '',
  costs: '',
  notes: '',
  afterDays: 0,
};
