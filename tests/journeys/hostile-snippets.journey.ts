import { sanitize } from '#app/platform/html/sanitize.server.ts';
import { corpus, groups } from '../hostile-html/corpus.ts';
import { runInFrames } from '../hostile-html/run-in-frames.ts';
import { someHostile } from '../hostile-html/some-hostile.ts';
import { expect, test } from '../journey.ts';

// With --deep, hundreds of frames are opened, which takes time on a small machine.
test.slow();

test.use({ share: 'reading' });

const tried = Object.keys(groups).flatMap((group) =>
  someHostile(corpus.filter((one) => one.group === group)),
);

test('sanitized hostile HTML does nothing in a browser without a content security policy', async ({
  page,
}) => {
  const incidents = await runInFrames(
    page,
    tried.map(({ html }) => sanitize(html)),
  );
  const guilty = tried.map(({ group, name }, index) => ({ group, name, did: incidents[index] }));
  expect(guilty.filter(({ did }) => did?.length !== 0)).toEqual([]);
});

test('hostile HTML does harm if it is not sanitized; if all is tried, that of every group', async ({
  context,
}) => {
  // The page of a journey fails with the errors that these scripts report.
  const page = await context.newPage();
  const incidents = await runInFrames(
    page,
    tried.map(({ html }) => html),
  );
  const live = tried.filter((_, index) =>
    incidents[index]?.some((did) => /^(?:script|request|navigation|broke out)/.test(did)),
  );
  expect(live.length).toBeGreaterThan(tried.length / 3);
  if (tried.length < corpus.length) return;
  for (const group of Object.keys(groups)) {
    // Many of the others need a click, or old browsers.
    expect(live.filter((one) => one.group === group).length, group).toBeGreaterThanOrEqual(5);
  }
});
