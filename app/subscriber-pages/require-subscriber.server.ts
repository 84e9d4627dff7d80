import { data } from 'react-router';
import type { ReadDb } from '#app/database/handles.ts';
import type { Subscriber } from '#app/subscribers/subscriber.ts';
import { findSubscriber } from '#app/subscribers/subscriber-store.server.ts';

/** Throws a 404 for an unknown id. */
export async function requireSubscriber(db: ReadDb, id: string): Promise<Subscriber> {
  const found = await findSubscriber(db, { id });
  if (!found) throw data(null, { status: 404 });
  return found;
}
