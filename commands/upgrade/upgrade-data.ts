/**
 * What an upgrade does in the data folder and the database: a process of its own, because it works as the user of the
 * service, while `belfry upgrade` may be root's. Requests arrive as lines on standard input, each gets a line of JSON.
 */
import { existsSync } from 'node:fs';
import { link, mkdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { backupFolderOf, removeOldBackups } from '#app/moving/backup/backup-files.server.ts';
import { recordRun } from '#app/moving/backup/backup-run-store.server.ts';
import {
  dropKeptTown,
  isTownKept,
  keepPostgresTown,
  putPostgresTownBack,
} from '#app/moving/backup/restore/kept-town.server.ts';
import { listPresentTables } from '#app/moving/backup/restore/postgres-town.server.ts';
import { lockSqlite } from '#app/moving/backup/restore/running-site.server.ts';
import { copyDatabaseFile } from '#app/moving/backup/snapshot.server.ts';
import { takeBackup } from '#app/moving/backup/take-backup.server.ts';
import type { Database } from '#app/platform/database/handles.ts';
import { listRunMigrations } from '#app/platform/database/migrate-database.server.ts';
import { endPauses, pauseStarts, permitStarts } from '#app/platform/database/paused-starts.server.ts';
import {
  beginUpgrade,
  endUpgrade,
  findUnfinishedUpgrade,
  type UnfinishedUpgrade,
} from '#app/platform/database/unfinished-upgrade.server.ts';
import { openMediaFiles } from '#app/platform/media/media.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { readSettings, type Settings } from '#app/platform/settings/settings.server.ts';
import { sqliteFile } from '#app/platform/sqlite/sqlite-file.server.ts';
import { moveToFinalName } from '#app/platform/storage/work-folder.server.ts';
import type { AuditAction } from '#app/town/activity/audit-entry.ts';
import { recordAudit } from '#app/town/activity/audit-log.server.ts';
import { explainError } from '../../server/explain-error.ts';
import { locationOf } from '../backup/backup-typed.ts';
import { type Command, exitCodes } from '../command.ts';
import { countLosses } from './count-losses.ts';
import type { DataRequest, DataResponses } from './data-steps.ts';
import {
  closeNewer,
  type Held,
  lockPostgresWrites,
  lockSqliteWrites,
  lockWhenStopped,
  makeSole,
} from './lock-database.ts';

const WORK = '.upgrade';
const KEPT_BACKUPS = 3;
const RESERVED_BYTES = 16 * 1024 ** 2;

export const upgradeData: Command = {
  name: 'upgrade-data',
  summary: 'Used by upgrade and rollback',
  help: 'Used by upgrade and rollback: it changes the database as the user of the service.',
  async run({ environment, terminal }) {
    const settings = readSettings(environment);
    const steps = openSteps(settings);
    // When `belfry upgrade` is killed, its end of the pipe closes, and this process lets go of everything.
    for await (const request of createInterface(process.stdin)) {
      try {
        const { step, argument } = JSON.parse(request) as DataRequest;
        terminal.print(JSON.stringify({ answer: await steps[step](argument) }));
      } catch (error) {
        terminal.print(JSON.stringify({ error: explainError(error) }));
      }
    }
    endPauses(settings.dataFolder);
    return exitCodes.done;
  },
};

type UpgradeBackup = 'before-upgrade' | 'before-restore';

type Steps = { [Name in keyof DataResponses]: (argument?: string) => Promise<DataResponses[Name]> };

function openSteps(settings: Settings): Steps {
  const { dataFolder } = settings;
  const file = sqliteFile(dataFolder);
  const folder = join(dataFolder, WORK);
  const copy = sqliteFile(folder);
  const before = join(folder, 'before.db');
  const reserve = join(folder, 'reserve');
  let held: Held | undefined;
  let release = async () => {};
  let isHeld = false;

  async function letGo(): Promise<void> {
    await release();
    release = async () => {};
    isHeld = false;
    held?.connection.close();
    held = undefined;
  }

  async function isKept(): Promise<boolean> {
    if (settings.databaseUrl) return isTownKept(settings.databaseUrl);
    // Until the other one has its name, it is the database itself.
    return (await stat(before).catch(() => undefined))?.nlink === 1;
  }

  return {
    async facts() {
      const isThere = settings.databaseUrl !== undefined || existsSync(file);
      const { bavail, bsize } = await statfs(existsSync(dataFolder) ? dataFolder : '.');
      const databaseBytes = settings.databaseUrl ? 0 : await sizeWithLog(file);
      const unfinished = findUnfinishedUpgrade(dataFolder);
      return {
        migrations: isThere ? await withOpen(settings, listRunMigrations) : [],
        databaseBytes,
        freeBytes: bavail * bsize,
        unfinished: unfinished && { ...unfinished, isKept: await isKept() },
      };
    },
    backup: () => backUp(settings, 'before-upgrade', isHeld),
    'backup-now': () => backUp(settings, 'before-restore', isHeld),
    losses: () => withOpen(settings, (database) => countLosses(database, dataFolder)),
    async hold() {
      isHeld = true;
      await rm(folder, { recursive: true, force: true });
      if (settings.databaseUrl) {
        release = await lockPostgresWrites(settings);
        return { folder };
      }
      await mkdir(folder, { mode: 0o700 });
      held = lockSqliteWrites(file);
      await copyDatabaseFile(file, copy);
      return { folder };
    },
    async release() {
      await letGo();
      return null;
    },
    tables: () => withOpen(settings, ({ write }) => listPresentTables(write)),
    async pause() {
      pauseStarts(dataFolder);
      return null;
    },
    async replace() {
      if (!held) throw new Error('The database is not held.');
      const lock = await lockWhenStopped(dataFolder);
      try {
        const migrated = new DatabaseSync(copy);
        migrated.exec('pragma journal_mode = delete');
        migrated.close();
        makeSole(held);
        await link(file, before);
        await moveToFinalName(copy, file);
        held.connection.close();
        held = undefined;
      } finally {
        lock.release();
      }
      return null;
    },
    async keep() {
      if (settings.databaseUrl) {
        await keepPostgresTown(settings.databaseUrl);
        return null;
      }
      const lock = await lockWhenStopped(dataFolder);
      try {
        lockSqlite(dataFolder, 'upgrading')?.close();
        await link(file, before);
      } finally {
        lock.release();
      }
      return null;
    },
    async 'put-back'(presentTables) {
      // After a replacement that failed, the site has to write again.
      await letGo();
      if (settings.databaseUrl) {
        if (await isTownKept(settings.databaseUrl))
          await putPostgresTownBack(settings.databaseUrl, presentTables?.split(','));
        return null;
      }
      if (!existsSync(before)) return null;
      const lock = await lockWhenStopped(dataFolder);
      try {
        closeNewer(dataFolder);
        for (const beside of ['-wal', '-shm', '-journal']) await rm(`${file}${beside}`, { force: true });
        await rename(before, file);
      } finally {
        lock.release();
      }
      return null;
    },
    async permit() {
      permitStarts(dataFolder);
      return null;
    },
    async begin(upgrade) {
      if (settings.databaseUrl) await dropKeptTown(settings.databaseUrl);
      await rm(before, { force: true });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(reserve, Buffer.alloc(RESERVED_BYTES), { mode: 0o600 });
      if (upgrade) beginUpgrade(dataFolder, JSON.parse(upgrade) as UnfinishedUpgrade);
      return null;
    },
    async free() {
      await rm(reserve, { force: true });
      return null;
    },
    async finish() {
      await letGo();
      await rm(folder, { recursive: true, force: true });
      if (settings.databaseUrl) await dropKeptTown(settings.databaseUrl);
      endUpgrade(dataFolder);
      endPauses(dataFolder);
      return null;
    },
    'record-upgrade': (versions) => record(settings, 'belfry-upgraded', versions),
    'record-rollback': (versions) => record(settings, 'belfry-rolled-back', versions),
  };
}

async function record(settings: Settings, action: AuditAction, subject: string | undefined): Promise<null> {
  const entry = { at: Date.now(), actor: { kind: 'operator' } as const, action, subject };
  await withOpen(settings, ({ write }) => recordAudit(write, entry));
  return null;
}

async function withOpen<Result>(
  settings: Settings,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(locationOf(settings));
  return work(database).finally(() => database.close());
}

async function backUp(settings: Settings, kind: UpgradeBackup, isHeld: boolean): Promise<{ file: string }> {
  const { dataFolder } = settings;
  const location = locationOf(settings);
  const now = Date.now();
  const started = performance.now();
  const { file, bytes, rows } = await takeBackup({
    location,
    dataFolder,
    media: openMediaFiles(settings),
    kind,
    now,
  });
  const tookMs = Math.round(performance.now() - started);
  const facts = { tookMs, file: basename(file), bytes, rows, secondPlace: null, trouble: null };
  // The list of attempts can do without it.
  if (!isHeld) await withOpen(settings, ({ write }) => recordRun(write, { kind, at: now, ...facts }));
  await removeOldBackups(backupFolderOf(dataFolder), kind, KEPT_BACKUPS);
  return { file };
}

async function sizeWithLog(file: string): Promise<number> {
  const sizes = await Promise.all([file, `${file}-wal`].map((path) => stat(path).catch(() => ({ size: 0 }))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}
