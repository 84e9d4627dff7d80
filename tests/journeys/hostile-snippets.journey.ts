import { expect, test } from '@playwright/test';
import { sanitize } from '#app/platform/html/sanitize.server.ts';
import { corpus, groups } from '../hostile-html/corpus.ts';
import { runInFrames } from '../hostile-html/run-in-frames.ts';

// About a hundred pages or frames are opened, which takes time on a small machine.
test.slow();

test('sanitized hostile HTML does nothing in a browser without a content security policy', async ({
  page,
}) => {
  const incidents = await runInFrames(
    page,
    corpus.map(({ html }) => sanitize(html)),
  );
  const guilty = corpus.map(({ group, name }, index) => ({ group, name, did: incidents[index] }));
  expect(guilty.filter(({ did }) => did?.length !== 0)).toEqual([]);
});

test('hostile HTML of every group does harm if it is not sanitized', async ({ page }) => {
  const incidents = await runInFrames(
    page,
    corpus.map(({ html }) => html),
  );
  const live = corpus.filter((_, index) =>
    incidents[index]?.some((did) => /^(?:script|request|navigation|broke out)/.test(did)),
  );
  for (const group of Object.keys(groups)) {
    // Many of the others need a click, or old browsers.
    expect(live.filter((one) => one.group === group).length, group).toBeGreaterThanOrEqual(5);
  }
  expect(live.length).toBeGreaterThan(200);
});
