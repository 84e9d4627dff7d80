import { data } from 'react-router';
import type { Subscriber } from '#app/newsletter/subscribers/subscriber.ts';
import { findSubscriber } from '#app/newsletter/subscribers/subscriber-store.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';

/** Throws a 404 for an unknown id. */
export async function requireSubscriber(db: ReadDb, id: string): Promise<Subscriber> {
  const found = await findSubscriber(db, { id });
  if (!found) throw data(null, { status: 404 });
  return found;
}
