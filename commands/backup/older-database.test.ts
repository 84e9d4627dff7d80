/** A new version next to an older site: commands that need no new schema leave the database unchanged. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import type { Dialect } from '#app/platform/database/capabilities.ts';
import { listPendingMigrations } from '#app/platform/database/migrate-database.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import type { TestLocation } from '../../tests/each-database.ts';
import { withEarlierTown } from '../../tests/earlier-schemas.ts';
import { longTest } from '../../tests/long-test.ts';
import { environmentOf, type Typed, typeCommand } from '../../tests/operator.ts';

const dialects: Dialect[] = inject('postgresUrl') ? ['sqlite', 'postgres'] : ['sqlite'];
const COVERED = ['app/moving/backup', 'app/platform/database'];

type Older = {
  location: TestLocation;
  folder: string;
  type: (...args: string[]) => Promise<Typed>;
  isOlder: () => Promise<boolean>;
};

function withOlderTown(dialect: Dialect, body: (older: Older) => Promise<void>): Promise<void> {
  return withEarlierTown('last-development', dialect, async (location) => {
    const folder = mkdtempSync(join(tmpdir(), 'belfry-older-'));
    const environment = { BELFRY_DATA: folder, ...environmentOf({ location }) };
    await body({
      location,
      folder,
      type: (...args) => typeCommand(args, { environment }),
      async isOlder() {
        const database = openDatabase(location);
        return listPendingMigrations(database)
          .then((pending) => pending.length > 0)
          .finally(() => database.close());
      },
    }).finally(() => rmSync(folder, { recursive: true, force: true }));
  });
}

/** Both migrate in the same way, so the test is a long one on PostgreSQL. */
function eachDialect(title: string, body: (dialect: Dialect) => Promise<void>): void {
  for (const dialect of dialects) {
    if (dialect === 'sqlite') test(`${title} (sqlite)`, () => body(dialect));
    else longTest(`${title} (${dialect})`, () => body(dialect), COVERED);
  }
}

eachDialect('doctor, backup and a test restore do not change an older database', (dialect) =>
  withOlderTown(dialect, async ({ folder, type, isOlder }) => {
    const file = join(folder, 'town.belfry');
    expect(await type('backup', '--to', file)).toMatchObject({ code: 0 });
    expect(await type('backup')).toMatchObject({ code: 0 });
    expect(await type('backup', '--scheduled')).toMatchObject({ code: 0 });
    expect(await type('restore', file, '--trial')).toMatchObject({ code: 0 });
    expect((await type('doctor')).printed.join('\n')).toContain('The database is older than this version');
    expect(await isOlder()).toBe(true);
  }),
);

eachDialect('commands that need the new schema say so and change nothing', (dialect) =>
  withOlderTown(dialect, async ({ folder, type, isOlder }) => {
    for (const args of [
      ['export', join(folder, 'exported')],
      ['demo'],
      ['doctor', '--rebuild-search'],
      ['admin', 'reset-password', 'june@example.org'],
    ]) {
      const { code, complained } = await type(...args);
      expect([args[0], code, complained]).toEqual([
        args[0],
        1,
        [expect.stringMatching(/older version .*Nothing was changed\. .*: npm run belfry -- migrate$/)],
      ]);
    }
    expect(await isOlder()).toBe(true);
  }),
);

eachDialect('migrate says what it did, where the backup is, and how to go back', (dialect) =>
  withOlderTown(dialect, async ({ type, isOlder }) => {
    const { code, printed } = await type('migrate');
    expect(code).toBe(0);
    expect(printed.join('\n')).toMatch(
      /^The database was upgraded to this version ?[^.]*\. The backup from before the upgrade is (\S+before-upgrade\S*\.belfry)\nTo go back, stop the site, install the previous version, and run: npm run belfry -- restore \1$/m,
    );
    expect(await isOlder()).toBe(false);
  }),
);
