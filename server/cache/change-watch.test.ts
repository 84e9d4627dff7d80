import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { collections } from '#app/collections.server.ts';
import { openSite } from '../../tests/open-site.ts';
import { sampleInputs } from '../../tests/sample-inputs.ts';
import { watchChanges } from './change-watch.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');

test('a change by this process is visible once it is acknowledged, one by another process within a millisecond', async () => {
  await using site = await openSite();
  const { dataFolder } = site.services.settings;
  const watch = watchChanges(site.open.database, dataFolder);
  const { schema } = collections.news.json;
  const { save } = collections.news.store;
  for (let round = 1; round <= 20; round++) {
    const before = Number((await watch.current()).news);
    const saving = save(site.write, schema.parse({ ...sampleInputs.news, id: `n${round}` }), {
      now: NOW + round,
    });
    // Read while a save is in progress: this result must not be reused a moment later.
    await watch.current();
    await saving;
    expect((await watch.current()).news).toBeGreaterThan(before);
  }
  const other = new DatabaseSync(join(dataFolder, 'belfry.db'));
  const before = Number((await watch.current()).news);
  other.exec("update collection_revision set revision = revision + 1 where collection = 'news'");
  other.close();
  const since = performance.now();
  while (performance.now() - since < 1);
  expect((await watch.current()).news).toBe(before + 1);
  watch.close();
});
