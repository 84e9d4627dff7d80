import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { findNewsletterSetting, saveNewsletterSetting } from './newsletter-setting.server.ts';

/** What was read of a mailbox, and why it could not be opened the last time; null if it could. */
export type MailboxMemory = {
  /** Whose: `user@host/folder`. */
  mailbox: string;
  uidValidity: string;
  /** The last message that was read. */
  uid: number;
  problem: string | null;
};

/** Undefined before the first look into the mailbox. */
export async function findMailboxMemory(db: ReadDb): Promise<MailboxMemory | undefined> {
  const value = await findNewsletterSetting(db, 'mailbox');
  return value === undefined ? undefined : JSON.parse(value);
}

/** Saves nothing when nothing changed: each save makes pages of the newsletter outdated. */
export async function saveMailboxMemory(db: WriteDb, memory: MailboxMemory): Promise<void> {
  const value = JSON.stringify(memory);
  if (JSON.stringify(await findMailboxMemory(db)) !== value)
    await saveNewsletterSetting(db, 'mailbox', value);
}
