import { mkdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultPlan, saveBackupPlan } from '#app/moving/backup/backup-settings.server.ts';
import { createKeyPair } from '#app/moving/backup/encryption.server.ts';
import { lockDataFolder } from '#app/platform/database/data-folder-lock.server.ts';
import { openMediaFiles } from '#app/platform/media/media.server.ts';
import { removePictureRow } from '#app/platform/media/picture-store.server.ts';
import { findFreePort } from '../../tests/free-port.ts';
import { environmentOf, NOW, typeCommand } from '../../tests/operator.ts';
import { problemsOf, runDoctor, withHealthySite } from '../../tests/run-doctor.ts';
import { seedPicture } from '../../tests/seed-picture.ts';
import { seedUsedDocuments } from '../../tests/seed-used-documents.ts';
import { openSmtpSink } from '../../tests/smtp-sink.ts';
import { openTestBucket } from '../../tests/test-bucket.ts';
import { checkShell } from './doctor-database.ts';
import { checkWorkers } from './doctor-surroundings.ts';

test('F10 the doctor names files of pictures and documents that are missing, damaged or belong to none', async () => {
  await withHealthySite(async (t, dataFolder) => {
    const files = openMediaFiles({ dataFolder });
    const lines = async () =>
      (
        await typeCommand(['doctor'], { environment: environmentOf(t), now: Date.now() + 2 * 3_600_000 })
      ).printed
        .filter((line) => /files? of (a )?(picture|document)/.test(line))
        .map((line) => line.replace(/\(.*?\)/, '(…)'));
    const mill = await seedPicture(t.database.write, files, 'mill');
    const [used, unused, earlier] = await seedUsedDocuments(t.database.write, files, NOW);
    expect(await lines()).toEqual([
      'ok       All files of pictures are present and intact',
      'ok       All files of documents are present and intact',
    ]);
    const [missing = '', damaged = ''] = mill.names;
    for (const name of [missing, earlier]) await files.remove(name);
    for (const name of [damaged, used]) {
      const path = join(dataFolder, 'media', name.slice(0, 2), name);
      writeFileSync(path, 'x'.repeat(statSync(path).size));
    }
    const gone = await seedPicture(t.database.write, files, 'gone');
    await removePictureRow(t.database.write, gone.id);
    await t.database.write.deleteFrom('picture_file').where('name', '=', unused).execute();
    expect(await lines()).toEqual([
      'problem  The file of a picture (…) is missing. Restore a backup, or upload the pictures again',
      'problem  The file of a picture (…) is damaged. Restore a backup, or upload the pictures again',
      'warning  3 files of pictures (…) are stored, but not in the library. The site deletes such files within two hours while it runs',
      'problem  The file of a document (…) is missing. Restore a backup, or upload the documents again',
      'problem  The file of a document (…) is damaged. Restore a backup, or upload the documents again',
      'warning  The file of a document (…) is stored, but not in the library. The site deletes such files within two hours while it runs',
    ]);
  });
});

test('the doctor says which process uses the data folder', async () => {
  await withHealthySite(async (t, dataFolder) => {
    expect((await runDoctor(t)).printed.join('\n')).toContain('No site is using the data folder');
    const hold = lockDataFolder(dataFolder, 'the site http://localhost:3000');
    const { code, printed } = await runDoctor(t);
    hold.release();
    expect(code).toBe(0);
    expect(printed.join('\n')).toContain(
      `The data folder is in use by the site http://localhost:3000 (process ${process.pid})`,
    );
  });
});

test("problems with the site's surroundings are warnings that say what to do", async () => {
  await withHealthySite(async (t, dataFolder) => {
    writeFileSync(join(dataFolder, 'belfry.db-wal'), '');
    const { printed } = await runDoctor(t, { BELFRY_URL: 'https://town.example' });
    expect(printed.join('\n')).toMatch(
      /^warning +BELFRY_URL is https, so there is a reverse proxy, .*Set TRUST_PROXY=1$/m,
    );
    const early = await typeCommand(['doctor'], {
      environment: environmentOf(t),
      now: Date.parse('2016-01-01'),
    });
    expect(early.printed.join('\n')).toMatch(/^warning +The clock says 2016-01-01/m);
    writeFileSync(join(dataFolder, 'belfry.db-wal'), '');
    truncateSync(join(dataFolder, 'belfry.db-wal'), 65 * 1024 ** 2);
    const grown = await runDoctor(t);
    expect(grown.printed.join('\n')).toMatch(/^warning +The write-ahead log has grown to 65 MiB/m);
  });
  expect(checkWorkers(4, 2)).toMatchObject({ level: 'warning' });
  expect(checkWorkers(2, 2)).toMatchObject({ level: 'ok' });
  expect([...checkShell('3.40.1')]).toEqual([
    { id: 'sqlite-program', level: 'warning', what: expect.stringContaining('3.40.1') },
  ]);
  expect([...checkShell('3.51.3'), ...checkShell(undefined)]).toEqual([]);
});

test('the doctor says how old the newest backup is, and warns when it is older than two days or missing', async () => {
  await withHealthySite(async (t, dataFolder) => {
    const linesAt = async (now: number) => {
      const { printed } = await typeCommand(['doctor'], { environment: environmentOf(t), now });
      return printed.filter((line) => line.includes(' backup')).join('\n');
    };
    const began = statSync(join(dataFolder, 'secret')).mtimeMs;
    expect(await linesAt(began)).toMatch(/^ok +There is no backup yet/m);
    expect(await linesAt(began + 3 * 86_400_000)).toMatch(/^warning +There is no backup\. .*-- backup/m);
    mkdirSync(join(dataFolder, 'backups'), { mode: 0o700 });
    writeFileSync(join(dataFolder, 'backups', 'belfry-20261120T031700Z-scheduled.belfry'), '');
    expect(await linesAt(NOW)).toMatch(/^ok +The newest backup is 19 hours old: belfry-20261120T031700Z/m);
    expect(await linesAt(NOW + 2 * 86_400_000)).toMatch(/^warning +The newest backup is 67 hours old\. /m);
  });
});

test('a wrong setting is the only problem reported', async () => {
  await withHealthySite(async (t) => {
    const found = await runDoctor(t, { TRUST_PROXY: 'yes' });
    expect(found.code).toBe(1);
    expect(problemsOf(found)).toEqual([expect.stringContaining('TRUST_PROXY must be')]);
  });
});

test('plain http beyond this machine is a warning, https and loopback are not', async () => {
  await withHealthySite(async (t) => {
    const warned = await runDoctor(t, { BELFRY_URL: 'http://town.example' });
    expect(warned.printed.join('\n')).toMatch(/^warning +http:\/\/town\.example is not https/m);
    expect(warned.code).toBe(0);
    for (const url of ['https://town.example', 'http://127.0.0.1:4000', 'http://[::1]:4000']) {
      const { printed } = await runDoctor(t, { BELFRY_URL: url, TRUST_PROXY: '1' });
      expect(printed.join('\n')).not.toMatch(/^warning {2}(?!The sqlite3 program)/m);
    }
  });
});

test('a PostgreSQL that does not respond is a problem without its password', async () => {
  await withHealthySite(async (t) => {
    const found = await runDoctor(t, {
      DATABASE_URL: 'postgres://belfry:hunter2@127.0.0.1:1/belfry',
      BELFRY_SECRET: 'a secret that is only good for tests',
    });
    expect(found.code).toBe(1);
    expect(problemsOf(found)).toEqual([expect.stringContaining('does not respond')]);
    expect(found.printed.join('\n')).not.toContain('hunter2');
  });
});

test('the doctor logs in to the mail server, and sends nothing', async () => {
  await using sink = await openSmtpSink({
    disabledCommands: [],
    onAuth: ({ password }, _session, done) =>
      password === 'right horse' ? done(null, { user: 'town' }) : done(new Error('who are you')),
  });
  await withHealthySite(async (t) => {
    const ask = (password: string) =>
      runDoctor(t, { SMTP_URL: sink.url.replace('//', `//town:${password}@`), MAIL_FROM: 'a@maple.example' });
    const right = await ask('right%20horse');
    expect(right.printed.join('\n')).toContain(`The mail server 127.0.0.1:${sink.port} responds`);
    expect(problemsOf(right)).toEqual([]);
    const wrong = await ask('wrong-horse');
    expect(problemsOf(wrong).join('\n')).toContain('rejected the user name or password in SMTP_URL');
    expect(wrong.printed.join('\n')).not.toContain('wrong-horse');
    expect(sink.received).toEqual([]);
  });
});

test('if there is no mail server, or it does not respond, the doctor says what to do', async () => {
  await withHealthySite(async (t) => {
    const production = await runDoctor(t, { NODE_ENV: 'production', BELFRY_URL: 'https://maple.example' });
    expect(production.printed.join('\n')).toMatch(/^warning +SMTP_URL is not set/m);
    const down = await runDoctor(t, { SMTP_URL: `smtp://127.0.0.1:${await findFreePort()}` });
    expect(problemsOf(down).join('\n')).toContain('The mail server does not respond. Check SMTP_URL');
    expect(down.printed.join('\n')).toMatch(/^warning +MAIL_FROM is not set/m);
  });
});

test('unknown BELFRY_ variables are problems that name what was probably meant', async () => {
  await withHealthySite(async (t) => {
    const found = await runDoctor(t, {
      BELFRY_WORKER: '2',
      BELFRY_PORT: '8080',
      BELFRY_TRUST_PROXY: '1',
      BELFRY_COLOR_OF_THE_BELLS: 'green',
    });
    expect(found.code).toBe(1);
    expect(problemsOf(found)).toEqual([
      expect.stringMatching(/BELFRY_COLOR_OF_THE_BELLS, so it has no effect\. Remove it, or see docs/),
      expect.stringMatching(/BELFRY_PORT, so it has no effect\. Did you mean PORT\?$/),
      expect.stringMatching(/BELFRY_TRUST_PROXY, so it has no effect\. Did you mean TRUST_PROXY\?$/),
      expect.stringMatching(/BELFRY_WORKER, so it has no effect\. Did you mean BELFRY_WORKERS\?$/),
    ]);
  });
});

test('an unreachable bucket, or one that refuses the key, is a problem that does not show the key', async () => {
  await withHealthySite(async (t) => {
    await using bucket = await openTestBucket();
    const reached = await runDoctor(t, { BACKUP_BUCKET_URL: bucket.url });
    expect(problemsOf(reached)).toEqual([]);
    expect(reached.printed.join('\n')).toMatch(/^ok +The bucket .* is reachable$/m);
    for (const [url, reason] of [
      [bucket.url.replace('AKIAEXAMPLE', 'AKIAOTHER'), '403 SignatureDoesNotMatch'],
      [bucket.url.replace(/127\.0\.0\.1:\d+/, '127.0.0.1:1'), 'ECONNREFUSED'],
    ] as const) {
      const found = await runDoctor(t, { BACKUP_BUCKET_URL: url });
      expect(found.code).toBe(1);
      expect(problemsOf(found).join('\n')).toContain(reason);
      expect(problemsOf(found).join('\n')).toContain('BACKUP_BUCKET_URL');
      expect(found.printed.join('\n')).not.toContain('secret+key');
    }
  });
});

test('unencrypted copies outside the machine are a warning until a public key is set', async () => {
  await withHealthySite(async (t) => {
    await using bucket = await openTestBucket();
    const warned = async (more: Record<string, string> = {}) => {
      const { code, printed } = await runDoctor(t, more);
      expect(code).toBe(0);
      return printed.filter((line) => /^warning +Second copies of backups are not encrypted/.test(line))
        .length;
    };
    const toBucket = { BACKUP_BUCKET_URL: bucket.url };
    expect([await warned(), await warned(toBucket)]).toEqual([0, 1]);
    const { recipient } = await createKeyPair();
    await saveBackupPlan(t.database.write, { ...defaultPlan, folder: '/tmp' });
    expect(await warned()).toBe(1);
    await saveBackupPlan(t.database.write, { ...defaultPlan, folder: '/tmp', recipients: [recipient] });
    expect([await warned(), await warned(toBucket)]).toEqual([0, 0]);
  });
});

test('a site that should be running but is not is a problem', async () => {
  await withHealthySite(async (t, dataFolder) => {
    const PORT = String(await findFreePort());
    const stopped = await runDoctor(t, { PORT, NODE_ENV: 'production', BELFRY_URL: 'http://localhost' });
    expect(stopped.code).toBe(1);
    expect(problemsOf(stopped)).toEqual([
      expect.stringContaining(
        `The site is not running: http://127.0.0.1:${PORT} refuses connections. Start it`,
      ),
    ]);
    // The state after a site was killed, whatever the settings say.
    const holder = { pid: 4999999, host: 'here', what: 'the site http://localhost:3000' };
    writeFileSync(join(dataFolder, '.lock-holder'), JSON.stringify(holder));
    const killed = await runDoctor(t);
    expect(killed.code).toBe(1);
    expect(problemsOf(killed).join('\n')).toMatch(
      /\(process 4999999\) crashed or was killed.* Start it: npm start$/,
    );
    lockDataFolder(dataFolder, 'the site http://localhost:3000').release();
    expect((await runDoctor(t)).code).toBe(0);
  });
});

test.each([
  [{ status: 'ready' }, undefined],
  [
    { status: 'unavailable', reason: 'the database does not accept writes: is the disk full or read-only?' },
    'df -h',
  ],
  [{ status: 'unavailable', reason: 'migrations are pending: 0099' }, 'Restart the site'],
  [{ name: 'something else' }, 'is used by another program'],
])('the doctor asks the running site whether it is ready: %j', async (readiness, problem) => {
  await withHealthySite(async (t) => {
    const server = createServer((_request, response) => response.end(JSON.stringify(readiness)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const PORT = String((server.address() as AddressInfo).port);
    const found = await runDoctor(t, { PORT, NODE_ENV: 'production', BELFRY_URL: 'http://localhost' });
    server.close();
    expect(found.code).toBe(problem ? 1 : 0);
    expect(problemsOf(found).join('\n')).toContain(problem ?? '');
  });
});
