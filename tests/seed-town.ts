import type { WriteDb } from '#app/platform/database/handles.ts';

const AT = Date.UTC(2026, 10, 20, 12);

/** An article row with everything that could break JSON and quoting. */
export function articleRow(id: string) {
  const text = `${id}: "quotes", \\ backslashes, 'apostrophes', newlines\n\u2028 and 🔔 bells`;
  const source = { sourceId: `local:${id}`, sourceName: 'Commons', sourceUrl: 'https://example.org' };
  const link = `https://example.org/${id}`;
  return {
    ...source,
    id,
    version: 3,
    title: text,
    link,
    pubDate: AT,
    description: `<p>${text}</p>`,
    deck: text,
    hasDeck: 1,
    byline: text,
    tags: JSON.stringify([['winter', text]]),
    corrections: JSON.stringify([{ date: AT, text }]),
    pinned: id === 'a0' ? 1 : 0,
    documents: null,
    image: null,
    createdAt: AT,
    updatedAt: AT,
  };
}

/** Rows in every table that a town fills, including secrets and waiting emails. */
export async function seedTown(db: WriteDb, { articles = 5 } = {}): Promise<void> {
  for (let from = 0; from < articles; from += 500) {
    const rows = Array.from({ length: Math.min(500, articles - from) }, (_, at) =>
      articleRow(`a${from + at}`),
    );
    await db.insertInto('article').values(rows).execute();
  }
  const times = { createdAt: AT, updatedAt: AT };
  const poll = { id: 'p1', title: 'Bridge?', titleKey: 'bridge?', deck: '', description: 'Which?', ...times };
  await db.insertInto('poll').values(poll).execute();
  const option = (position: number) => ({
    id: `o${position}`,
    pollId: 'p1',
    position,
    text: `Way ${position}`,
  });
  await db
    .insertInto('poll_option')
    .values([option(0), option(1)])
    .execute();
  await db
    .insertInto('town_setting')
    .values([
      { name: 'title', value: 'Ashby Commons' },
      { name: 'firstStart', value: 'done' },
    ])
    .execute();
  await seedPeople(db);
  await db
    .insertInto('mail')
    .values([mailRow('m1', 'queued'), mailRow('m2', 'sent')])
    .execute();
  const entry = {
    actor: 'admin' as const,
    actorId: 'june',
    action: 'item-saved',
    subject: '/a0',
    address: null,
  };
  await db
    .insertInto('audit_entry')
    .values({ id: 'e1', at: AT, ...entry })
    .execute();
}

async function seedPeople(db: WriteDb): Promise<void> {
  for (const id of ['june', 'may', 'abe']) {
    await db.insertInto('site_user').values({ id, newsletterOptIn: 1, createdAt: AT }).execute();
    const address = `${id}@example.org`;
    await db.insertInto('verified_address').values({ userId: id, address, provedAt: AT }).execute();
    await db
      .insertInto('password')
      .values({ userId: id, hash: `$argon2id$${id}`, createdAt: AT })
      .execute();
    const session = { id: `session ${id}`, device: null, createdAt: AT, lastSeenAt: AT, provedAt: AT };
    await db
      .insertInto('session')
      .values({ tokenHash: `session of ${id}`, userId: id, ...session })
      .execute();
    await plantPasskey(db, id);
  }
  const proof = { tokenHash: 'proof', kind: 'reset' as const, address: 'june@example.org', userId: 'june' };
  await db
    .insertInto('address_proof')
    .values({ ...proof, expiresAt: AT * 2 })
    .execute();
  await db
    .insertInto('setup_link')
    .values({ id: 1, tokenHash: 'link', expiresAt: AT * 2 })
    .execute();
  const token = { id: 't1', name: 'Import', tokenHash: 'token', scope: 'write' as const, createdAt: AT };
  await db
    .insertInto('api_token')
    .values({ ...token, expiresAt: AT * 2, lastUsedAt: null, revokedAt: null })
    .execute();
}

async function plantPasskey(db: WriteDb, userId: string): Promise<void> {
  const made = { rpId: 'localhost', publicKey: 'pQEC', counter: 3, transports: 'internal', name: 'Phone' };
  await db
    .insertInto('passkey')
    .values({
      id: `p-${userId}`,
      credentialId: `c-${userId}`,
      userId,
      ...made,
      createdAt: AT,
      lastUsedAt: null,
    })
    .execute();
  await db
    .insertInto('recovery_code')
    .values({ codeHash: `code of ${userId}`, userId, createdAt: AT })
    .execute();
  await db.insertInto('passkey_offer').values({ userId, answer: 'later' }).execute();
  await db
    .insertInto('passkey_challenge')
    .values({ challengeHash: `challenge of ${userId}`, expiresAt: AT * 2 })
    .execute();
}

function mailRow(id: string, state: 'queued' | 'sent') {
  const isSent = state === 'sent';
  return {
    id,
    kind: 'verify',
    recipient: isSent ? null : 'june@example.org',
    letter: isSent ? null : '{"subject":"secret link"}',
    state,
    attempts: isSent ? 1 : 0,
    nextAttemptAt: 0,
    queuedAt: AT,
    settledAt: isSent ? AT : null,
    trouble: null,
    reply: null,
  };
}
