import { chmodSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { recordRun } from '#app/moving/backup/backup-run-store.server.ts';
import { defaultPlan, saveBackupPlan } from '#app/moving/backup/backup-settings.server.ts';
import { recordAudit } from '#app/town/activity/audit-log.server.ts';
import { eachDatabase, type TestDatabase, withPostgres, withSqlite } from '../../tests/each-database.ts';
import { environmentOf, NOW, typeCommand } from '../../tests/operator.ts';
import { problemsOf, runDoctor, withHealthySite } from '../../tests/run-doctor.ts';

test('a healthy site gets ok on every line and exit code 0', async () => {
  await withHealthySite(async (t) => {
    const { code, printed, complained } = await runDoctor(t);
    expect(complained).toEqual([]);
    const others = printed.slice(0, -1).filter((line) => !line.startsWith('ok '));
    // This machine's own sqlite3 may be old, which is a warning.
    expect(others.filter((line) => !line.includes('The sqlite3 program'))).toEqual([]);
    for (const what of [
      'Node 26',
      'SQLite 3.',
      'settings',
      'writable',
      'Only its owner',
      'is intact',
      'up to date',
    ]) {
      expect(printed.join('\n')).toContain(what);
    }
    expect(printed.at(-1)).toBe('No problems.');
    expect(code).toBe(0);
  });
});

eachDatabase('the database responds and is up to date', async (t) => {
  const { printed } = await runDoctor(t);
  expect(printed.join('\n')).toMatch(/^ok +The database is up to date$/m);
});

eachDatabase('a database of a newer version is a problem that says what to do', async (t) => {
  const ledger = t.database.write as unknown as Kysely<{
    kysely_migration: { name: string; timestamp: string };
  }>;
  await ledger.insertInto('kysely_migration').values({ name: '9999-later', timestamp: 'later' }).execute();
  const found = await runDoctor(t);
  expect(found.code).toBe(1);
  expect(problemsOf(found).join('\n')).toMatch(/newer version/);
});

eachDatabase('an older database is a problem that names the command', async (t) => {
  const ledger = t.database.write as unknown as Kysely<{ kysely_migration: { name: string } }>;
  await ledger.deleteFrom('kysely_migration').execute();
  const found = await runDoctor(t);
  expect(found.code).toBe(1);
  expect(problemsOf(found).join('\n')).toContain('npm run belfry -- migrate');
});

test('files that others can read are problems, with the fix', async () => {
  await withHealthySite(async (t, dataFolder) => {
    chmodSync(dataFolder, 0o755);
    chmodSync(join(dataFolder, 'secret'), 0o644);
    const found = await runDoctor(t);
    expect(found.code).toBe(1);
    expect(problemsOf(found)).toEqual([
      expect.stringContaining(`Run: chmod 700 ${dataFolder}`),
      expect.stringContaining(`Run: chmod 600 ${join(dataFolder, 'secret')}`),
    ]);
    expect(found.printed.at(-1)).toBe('2 problems.');
  });
});

test('a damaged database, or a file that is not a database, is a problem', async () => {
  await withHealthySite(async (t, dataFolder) => {
    await t.database.close();
    const file = join(dataFolder, 'belfry.db');
    const pageSize = 8192;
    const handle = openSync(file, 'r+');
    for (let page = 2; page < statSync(file).size / pageSize; page += 3) {
      writeSync(handle, Buffer.alloc(512, 0x5a), 0, 512, page * pageSize);
    }
    expect(problemsOf(await runDoctor(t)).join('\n')).toMatch(/damaged|malformed/i);
    writeFileSync(file, 'this is no database, but long enough to look like one'.repeat(40));
    const found = await runDoctor(t);
    expect(found.code).toBe(1);
    expect(problemsOf(found)).toHaveLength(1);
  });
});

test('checking a missing site creates nothing', async () => {
  await withSqlite(async (t) => {
    const { BELFRY_DATA: parent = '' } = environmentOf(t);
    const missing = join(parent, 'elsewhere');
    const found = await runDoctor(t, { BELFRY_DATA: missing });
    expect(found.code).toBe(1);
    expect(problemsOf(found).join('\n')).toContain('npm start');
    expect(statSync(missing, { throwIfNoEntry: false })).toBeUndefined();
  });
});

test('F8 the doctor names the damaged tables of a damaged database', async () => {
  await withHealthySite(async (t, dataFolder) => {
    const { write, close } = t.database;
    for (const name of ['title', 'state'])
      await write.insertInto('town_setting').values({ name, value: 'x' }).execute();
    const { rows } = await sql<{
      rootpage: number;
    }>`select rootpage from sqlite_schema where name = 'town_setting'`.execute(write);
    await close();
    const handle = openSync(join(dataFolder, 'belfry.db'), 'r+');
    writeSync(handle, Buffer.alloc(8192, 0x5a), 0, 8192, (Number(rows[0]?.rootpage) - 1) * 8192);
    const found = await runDoctor(t);
    expect(found.code).toBe(1);
    expect(problemsOf(found).join('\n')).toMatch(/is damaged in town_setting: .+\. Restore the last backup$/);
  });
});

test('an item saved in the future means that a clock is wrong', async () => {
  await withHealthySite(async (t) => {
    const note = { at: NOW, actor: { kind: 'operator' }, action: 'password-reset' } as const;
    await recordAudit(t.database.write, note);
    const { printed } = await typeCommand(['doctor'], {
      environment: environmentOf(t),
      now: NOW - 3 * 86_400_000,
    });
    expect(printed.join('\n')).toMatch(
      /^warning +The clock says 2026-11-17, and something was saved on 2026-11-20/m,
    );
  });
});

test.skipIf(!inject('postgresUrl'))(
  'the doctor reports the server’s version, rights, durability and standbys',
  async () => {
    await withPostgres(inject('postgresUrl') ?? '', async (t) => {
      const { printed } = await runDoctor(t);
      for (const line of [
        /^ok +PostgreSQL \d+\S* responds/m,
        /^ok +The user in DATABASE_URL may create tables/m,
        /^warning +PostgreSQL has fsync and synchronous_commit off, .* Set fsync = on, synchronous_commit = on/m,
        /^ok +The primary has no standby/m,
      ])
        expect(printed.join('\n')).toMatch(line);
    });
  },
);

eachDatabase('a database that accepts no writes is a problem that says what to do', async (t) => {
  await refuseWrites(t);
  const found = await runDoctor(t);
  expect(found.code).toBe(1);
  expect(problemsOf(found).join('\n')).toMatch(/does not accept writes, .* Free some space \(df -h\)/);
});

/** The database refuses every save, as with a full disk. */
async function refuseWrites({ database: { write, capabilities } }: TestDatabase): Promise<void> {
  if (capabilities.dialect === 'sqlite') {
    await sql`create trigger "full" before insert on "job_lease"
      begin select raise(abort, 'database or disk is full'); end`.execute(write);
    return;
  }
  await sql`create function "full"() returns trigger language plpgsql as
    $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`.execute(write);
  await sql`create trigger "full" before insert on "job_lease" execute function "full"()`.execute(write);
}

eachDatabase(
  'a failed backup, copy or test restore is a problem, and so is a second location that is not writable',
  async (t) => {
    const healthy = await runDoctor(t);
    expect(problemsOf(healthy).join('\n')).not.toMatch(/backup|cop(y|ies)/i);
    const { write } = t.database;
    const run = { at: NOW, tookMs: 1, file: 'x.belfry', bytes: 1, rows: 1, secondPlace: null };
    const trouble = 'The backup is good, but it could not be copied to /mnt/far (EACCES).';
    await recordRun(write, { ...run, kind: 'scheduled', trouble });
    await recordRun(write, { ...run, kind: 'drill', trouble: 'The backup is damaged.' });
    await saveBackupPlan(write, { ...defaultPlan, folder: '/dev/null/copies' });
    const found = await runDoctor(t);
    expect(found.code).toBe(1);
    const problems = problemsOf(found).join('\n');
    expect(problems).toMatch(/could not be copied to \/mnt\/far \(EACCES\)\. Check Settings/);
    expect(problems).toMatch(/The last trial restore failed: The backup is damaged\. .*restore --trial/);
    expect(problems).toMatch(/Second copies cannot be written to \/dev\/null\/copies \(ENOTDIR\)\. Mount it/);
  },
);

test('--json prints the same for programs, with an id for each finding that stays when it turns bad', async () => {
  await withHealthySite(async (t) => {
    const environment = { ...environmentOf(t), BELFRY_WORKER: '2' };
    const { code, printed } = await typeCommand(['doctor', '--json'], { environment });
    const told = JSON.parse(printed.join('\n'));
    expect(code).toBe(1);
    expect(told).toMatchObject({ ok: false, problems: 1 });
    expect(told.findings).toContainEqual({ id: 'settings', level: 'ok', what: 'The settings are valid' });
    expect(told.findings).toContainEqual({
      id: 'unknown-variable',
      level: 'problem',
      what: expect.stringContaining('Did you mean BELFRY_WORKERS?'),
    });
    expect(told.findings.filter(({ id }: { id: unknown }) => typeof id !== 'string')).toEqual([]);
    const again = await typeCommand(['doctor', '--json'], {
      environment: { ...environment, PORT: 'eighty' },
    });
    expect(JSON.parse(again.printed.join('\n')).findings).toContainEqual({
      id: 'settings',
      level: 'problem',
      what: expect.stringContaining('PORT'),
    });
  });
});
