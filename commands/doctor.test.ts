import { chmodSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { openSecret } from '#app/auth/secret.server.ts';
import { readSettings } from '#app/settings.server.ts';
import { eachDatabase, type TestDatabase, withSqlite } from '../tests/each-database.ts';
import { findFreePort } from '../tests/free-port.ts';
import { environmentOf, type Typed, typeCommand } from '../tests/operator.ts';
import { openSmtpSink } from '../tests/smtp-sink.ts';

function askDoctor(t: TestDatabase, more: Record<string, string> = {}): Promise<Typed> {
  const environment = {
    BELFRY_DATA: 'dataFolder' in t.location ? t.location.dataFolder : '/tmp',
    ...environmentOf(t),
    ...more,
  };
  return typeCommand(['doctor'], { environment });
}

/** A test on a data folder as the first start leaves it. */
async function withHealthySite(body: (t: TestDatabase, dataFolder: string) => Promise<void>): Promise<void> {
  await withSqlite(async (t) => {
    const { BELFRY_DATA: dataFolder = '' } = environmentOf(t);
    openSecret(readSettings(environmentOf(t)));
    await body(t, dataFolder);
  });
}

function problemsOf({ printed }: Typed): string[] {
  return printed.filter((line) => line.startsWith('problem'));
}

test('a healthy site gets ok on every line and exit code 0', async () => {
  await withHealthySite(async (t) => {
    const { code, printed, complained } = await askDoctor(t);
    expect(complained).toEqual([]);
    expect(printed.slice(0, -1).filter((line) => !line.startsWith('ok '))).toEqual([]);
    for (const what of [
      'Node 26',
      'SQLite 3.',
      'settings',
      'writable',
      'Only its owner',
      'is sound',
      'up to date',
    ]) {
      expect(printed.join('\n')).toContain(what);
    }
    expect(printed.at(-1)).toBe('No problems.');
    expect(code).toBe(0);
  });
});

eachDatabase('the database answers and is up to date', async (t) => {
  const { printed } = await askDoctor(t);
  expect(printed.join('\n')).toMatch(/^ok +The database is up to date$/m);
});

eachDatabase('a database of a newer version is a problem that says what to do', async (t) => {
  const ledger = t.database.write as unknown as Kysely<{
    kysely_migration: { name: string; timestamp: string };
  }>;
  await ledger.insertInto('kysely_migration').values({ name: '9999-later', timestamp: 'later' }).execute();
  const found = await askDoctor(t);
  expect(found.code).toBe(1);
  expect(problemsOf(found).join('\n')).toMatch(/newer version/);
});

eachDatabase('an older database is a problem that names the command', async (t) => {
  const ledger = t.database.write as unknown as Kysely<{ kysely_migration: { name: string } }>;
  await ledger.deleteFrom('kysely_migration').where('name', '>', '0001-content').execute();
  const found = await askDoctor(t);
  expect(found.code).toBe(1);
  expect(problemsOf(found).join('\n')).toContain('npm run belfry -- migrate');
});

test('files that others can read are problems that name the remedy', async () => {
  await withHealthySite(async (t, dataFolder) => {
    chmodSync(dataFolder, 0o755);
    chmodSync(join(dataFolder, 'secret'), 0o644);
    const found = await askDoctor(t);
    expect(found.code).toBe(1);
    expect(problemsOf(found)).toEqual([
      expect.stringContaining(`Run: chmod 700 ${dataFolder}`),
      expect.stringContaining(`Run: chmod 600 ${join(dataFolder, 'secret')}`),
    ]);
    expect(found.printed.at(-1)).toBe('2 problems.');
  });
});

test('a damaged database is a problem, and one that is no database at all', async () => {
  await withHealthySite(async (t, dataFolder) => {
    await t.database.close();
    const file = join(dataFolder, 'belfry.db');
    const pageSize = 8192;
    const handle = openSync(file, 'r+');
    for (let page = 2; page < statSync(file).size / pageSize; page += 3) {
      writeSync(handle, Buffer.alloc(512, 0x5a), 0, 512, page * pageSize);
    }
    expect(problemsOf(await askDoctor(t)).join('\n')).toMatch(/damaged|malformed/i);
    writeFileSync(file, 'this is no database, but long enough to look like one'.repeat(40));
    const found = await askDoctor(t);
    expect(found.code).toBe(1);
    expect(problemsOf(found)).toHaveLength(1);
  });
});

test('looking at a site that is not there makes nothing', async () => {
  await withSqlite(async (t) => {
    const { BELFRY_DATA: parent = '' } = environmentOf(t);
    const missing = join(parent, 'elsewhere');
    const found = await askDoctor(t, { BELFRY_DATA: missing });
    expect(found.code).toBe(1);
    expect(problemsOf(found).join('\n')).toContain('npm start');
    expect(statSync(missing, { throwIfNoEntry: false })).toBeUndefined();
  });
});

test('a wrong setting is the one problem there is to report', async () => {
  await withHealthySite(async (t) => {
    const found = await askDoctor(t, { TRUST_PROXY: 'yes' });
    expect(found.code).toBe(1);
    expect(problemsOf(found)).toEqual([expect.stringContaining('TRUST_PROXY must be')]);
  });
});

test('plain http beyond this machine is a warning, https and loopback are not', async () => {
  await withHealthySite(async (t) => {
    const warned = await askDoctor(t, { BELFRY_URL: 'http://town.example' });
    expect(warned.printed.join('\n')).toMatch(/^warning +http:\/\/town\.example is not https/m);
    expect(warned.code).toBe(0);
    for (const url of ['https://town.example', 'http://127.0.0.1:4000', 'http://[::1]:4000']) {
      expect((await askDoctor(t, { BELFRY_URL: url })).printed.join('\n')).not.toContain('warning');
    }
  });
});

test('a PostgreSQL that does not answer is a problem without its password', async () => {
  await withHealthySite(async (t) => {
    const found = await askDoctor(t, {
      DATABASE_URL: 'postgres://belfry:hunter2@127.0.0.1:1/belfry',
      BELFRY_SECRET: 'a secret that is only good for tests',
    });
    expect(found.code).toBe(1);
    expect(problemsOf(found)).toEqual([expect.stringContaining('does not answer')]);
    expect(found.printed.join('\n')).not.toContain('hunter2');
  });
});

test('the mail server is asked to let the site in, and nothing is sent', async () => {
  await using sink = await openSmtpSink({
    disabledCommands: [],
    onAuth: ({ password }, _session, done) =>
      password === 'right horse' ? done(null, { user: 'town' }) : done(new Error('who are you')),
  });
  await withHealthySite(async (t) => {
    const ask = (password: string) =>
      askDoctor(t, { SMTP_URL: sink.url.replace('//', `//town:${password}@`), MAIL_FROM: 'a@maple.example' });
    const right = await ask('right%20horse');
    expect(right.printed.join('\n')).toContain(`The mail server 127.0.0.1:${sink.port} answers`);
    expect(problemsOf(right)).toEqual([]);
    const wrong = await ask('wrong-horse');
    expect(problemsOf(wrong).join('\n')).toContain('does not accept the user and password in SMTP_URL');
    expect(wrong.printed.join('\n')).not.toContain('wrong-horse');
    expect(sink.received).toEqual([]);
  });
});

test('without a mail server, or one that answers, the doctor says what to do', async () => {
  await withHealthySite(async (t) => {
    const production = await askDoctor(t, { NODE_ENV: 'production', BELFRY_URL: 'https://maple.example' });
    expect(production.printed.join('\n')).toMatch(/^warning +SMTP_URL is not set/m);
    const down = await askDoctor(t, { SMTP_URL: `smtp://127.0.0.1:${await findFreePort()}` });
    expect(problemsOf(down).join('\n')).toContain('The mail server does not answer. Check SMTP_URL');
    expect(down.printed.join('\n')).toMatch(/^warning +MAIL_FROM is not set/m);
  });
});
