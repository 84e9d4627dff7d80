import { expect, test } from '@playwright/test';
import { sanitize } from '#app/html/sanitize.server.ts';
import { corpus } from '../hostile-html/corpus.ts';
import { runInFrames } from '../hostile-html/run-in-frames.ts';

// Neither needs a site, nor a database.
test.skip(() => test.info().project.name === 'PostgreSQL');

test('sanitized hostile HTML does nothing in a browser without any policy', async ({ page }) => {
  const incidents = await runInFrames(page, corpus.map(({ html }) => sanitize(html)));
  const guilty = corpus.flatMap(({ group, name }, index) => (incidents[index]?.length ? [{ group, name, did: incidents[index] }] : []));
  expect(guilty).toEqual([]);
});

test('the hostile HTML is hostile: unsanitized it runs', async ({ page }) => {
  const incidents = await runInFrames(page, corpus.map(({ html }) => html));
  const live = corpus.filter((_, index) => incidents[index]?.some((did) => /^(?:script|request|navigation|broke)/.test(did)));
  console.log(live.length, Object.entries(Object.groupBy(live, ({ group }) => group)).map(([g, l]) => `${g} ${l?.length}`));
});
