import { expect, test } from 'vitest';
import { openMediaFiles } from '#app/platform/media/media.server.ts';
import { parseBucket } from '#app/platform/storage/bucket.server.ts';
import { withSqlite } from '../../../tests/each-database.ts';
import { seedTown } from '../../../tests/seed-town.ts';
import { openTestBucket } from '../../../tests/test-bucket.ts';
import { defaultPlan, saveBackupPlan } from './backup-settings.server.ts';
import { runBackup } from './run-backup.server.ts';

const NOW = Date.UTC(2026, 10, 20, 12);

test("Each backup is copied to a bucket with a signed request, and the plan's number of copies is kept there", () =>
  withSqlite(async (t) => {
    await using store = await openTestBucket();
    const { dataFolder } = t.location as { dataFolder: string };
    await seedTown(t.database.write);
    await t.database.write.deleteFrom('site_user').where('id', '=', 'may').execute();
    await saveBackupPlan(t.database.write, { ...defaultPlan, every: 'night', keep: 1, folder: '' });
    const bucket = parseBucket(store.url);
    const options = {
      location: t.location,
      dataFolder,
      media: openMediaFiles({ dataFolder }),
      kind: 'scheduled' as const,
      bucket,
    };
    for (const hour of [1, 2]) {
      const { secondPlace, trouble } = await runBackup(t.database, {
        ...options,
        now: NOW + hour * 3_600_000,
      });
      expect([secondPlace, trouble]).toEqual([bucket?.address, null]);
    }
    expect([...store.objects.keys()].sort()).toEqual([
      'belfry/belfry-20261120T140000Z-scheduled.belfry',
      'belfry/suppressed.jsonl',
    ]);
    expect(new Set(store.answers)).toEqual(new Set(['PUT 200', 'HEAD 200', 'GET 200', 'DELETE 204']));

    const wrong = parseBucket(store.url.replace('secret', 'guess'));
    const refused = await runBackup(t.database, { ...options, bucket: wrong, now: NOW + 4 * 3_600_000 });
    expect(refused.trouble).toMatch(
      /could not be copied to http.*\(the store returned 403 SignatureDoesNotMatch\)\. Check BACKUP_BUCKET_URL\.$/,
    );
    expect(refused.trouble).not.toMatch(/guess|AKIA/);
  }));

test('An address without a bucket or a key is refused', () => {
  for (const text of ['', 's3://bucket', 'https://host/bucket', 'https://k:s@host/', 'https://k@host/bucket'])
    expect(parseBucket(text)).toBeUndefined();
  expect(parseBucket('https://k:s%2Ft@host/bucket?region=r')).toEqual({
    address: 'https://host/bucket/',
    region: 'r',
    accessKeyId: 'k',
    secretAccessKey: 's/t',
  });
});
