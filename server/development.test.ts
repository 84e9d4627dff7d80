import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { openBuiltSite } from '../tests/built-site.ts';
import { longTest } from '../tests/long-test.ts';
import { openSite } from '../tests/open-site.ts';

longTest('`npm run dev` serves the same as production from the sources, through the same cache', async () => {
  await using site = await openSite();
  // What would be the server is left to `sh`, which starts another.
  const dev = await openBuiltSite({ wrap: ['sh', '-c', 'exec node scripts/dev.mjs'] });
  try {
    const first = await fetch(`${dev.url}/about`);
    const page = await first.text();
    expect(mainOf(page)).toBe(mainOf(await site.page('/about')));
    // A reading page has no script of the site; Vite's own reloads it when a source changes.
    expect([...page.matchAll(/<script[^>]*src="([^"]*)"/g)].map(([, source]) => source)).toEqual([
      '/@vite/client',
    ]);
    const etag = first.headers.get('ETag') ?? '';
    expect((await fetch(`${dev.url}/about`, { headers: { 'If-None-Match': etag } })).status).toBe(304);
    expect(await (await fetch(`${dev.url}/login`)).text()).toContain('/app/entry.client');
    // A page that fails shows its stack, and so does the log, as text.
    const database = new DatabaseSync(join(dev.dataFolder, 'belfry.db'));
    database.exec('alter table business rename to business_before');
    database.close();
    const failed = await fetch(`${dev.url}/businesses`);
    expect(failed.status).toBe(500);
    expect(await failed.text()).toMatch(/<pre>[^<]*no such table: business[^<]*\n +at /);
    expect(dev.output()).toMatch(/\d\d:\d\d:\d\d ERROR request failed .*\n.*no such table: business\n +at /);
  } finally {
    await dev.stop();
  }
}, ['scripts']);

function mainOf(page: string): string {
  return /<main.*<\/main>/s.exec(page)?.[0] ?? page;
}
