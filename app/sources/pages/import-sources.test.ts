import { expect, test } from 'vitest';
import { openSourceSite, seen } from '../../../tests/source-site.ts';

const opml = `<?xml version="1.0"?><opml version="1.0"><head><title>Mine</title></head><body>
  <outline text="Local news"><outline text="Ledger &amp; Co" type="rss" XMLURL="https://ledger.example/rss"/></outline>
  <outline title="Events in town"><outline text="Library" xmlUrl="webcal://library.example/cal"/></outline>
  <outline text="Long articles"><outline text="Essays" xmlUrl="https://essays.example/feed"/></outline>
  <outline text="&lt;script&gt;alert(1)&lt;/script&gt;" xmlUrl="https://hostile.example/rss"/>
  <outline text="Twice" xmlUrl="https://ledger.example/rss"/>
  <outline text="Bad" xmlUrl="javascript:alert(1)"/>
</body></opml>`;

type Site = Awaited<ReturnType<typeof openSourceSite>>;

async function upload(site: Site, file: string | Uint8Array<ArrayBuffer>) {
  const body = new FormData();
  body.append('file', new File([file], 'feeds.opml'));
  const headers = { ...site.admin, Origin: site.origin };
  const response = await site.fetch('/admin/sources/import', { method: 'POST', body, headers });
  return { status: response.status, html: seen(await response.text()) };
}

test('a list shows what it has, what folders say it adds, and what is there already; nothing is added yet', async () => {
  await using site = await openSourceSite();
  await site.call('', 'POST', { address: 'https://essays.example/feed' });
  const { status, html } = await upload(site, opml);
  expect(status).toBe(200);
  expect(html).toContain('3 to add, 1 already there');
  expect(html).toMatch(/Ledger &amp; Co<small>https:\/\/ledger\.example\/rss.*value="news" selected/s);
  expect(html).toMatch(/https:\/\/library\.example\/cal.*value="events" selected/s);
  expect(html).toMatch(/Essays<small>.*Already there/s);
  expect(html).toContain('A feed has no web address');
  expect(html).not.toContain('<script>alert');
  expect(await site.read('/admin/sources')).toContain('One source.');
});

test('only what was chosen is added, to be reviewed first', async () => {
  await using site = await openSourceSite();
  const body = new URLSearchParams([
    ...[
      ['chosen', ''],
      ['chosen', 'https://library.example/cal'],
    ],
    ...[
      ['address', 'https://ledger.example/rss'],
      ['name', 'Ledger'],
      ['feeds', 'news'],
    ],
    ...[
      ['address', 'https://library.example/cal'],
      ['name', 'Library'],
      ['feeds', 'events'],
    ],
  ]);
  const post = (body: URLSearchParams) =>
    site.fetch('/admin/sources/import', {
      method: 'POST',
      body,
      headers: { ...site.admin, Origin: site.origin },
    });
  const added = await post(body);
  expect([added.status, added.headers.get('Location')]).toEqual([303, '/admin/sources?imported=1']);
  const { items } = (await (await site.call('')).json()) as { items: object[] };
  expect(items).toMatchObject([{ name: 'Library', feeds: 'events', trust: 'review' }]);
  body.delete('chosen');
  body.append('chosen', '');
  const none = await post(body);
  expect([none.status, seen(await none.text()).match(/Choose at least one.*Ledger/s) !== null]).toEqual([
    400,
    true,
  ]);
});

test('the sources can be downloaded, and that list imported elsewhere', async () => {
  await using site = await openSourceSite();
  await site.call('', 'POST', {
    address: 'https://a.example/x?a=1&b="2"',
    name: 'A & "B" <i>',
    feeds: 'news',
  });
  await site.call('', 'POST', { address: 'https://c.example/e', name: 'C', feeds: 'events' });
  const file = await site.fetch('/admin/sources/opml', { headers: site.admin });
  expect(file.headers.get('Content-Disposition')).toBe('attachment; filename="sources.opml"');
  const text = await file.text();
  await using other = await openSourceSite();
  const { html } = await upload(other, text);
  expect(html).toContain('2 to add');
  expect(html).toContain('A &amp; &quot;B&quot; &lt;i&gt;');
  expect(html).toMatch(/https:\/\/c\.example\/e.*value="events" selected/s);
});

test('R-39 what is not a list, hostile or huge is refused with a sentence', async () => {
  await using site = await openSourceSite();
  const entities =
    '<!DOCTYPE x [<!ENTITY a "aaa">]><opml><body><outline xmlUrl="https://a.example"/></body></opml>';
  const deep = `<opml><body>${'<outline>'.repeat(2000)}</body></opml>`;
  for (const [file, expected, sentence] of [
    ['<rss><channel><item><title>a</title></item></channel></rss>', 422, 'This is not a list of feeds'],
    ['not a list', 422, 'This is not a list of feeds'],
    ['<opml><body></body></opml>', 422, 'The list contains no feeds'],
    [entities, 422, 'The document defines entities'],
    [deep, 422, 'nested too deeply'],
    [new Uint8Array(8 * 1024 * 1024 + 1), 413, 'A file can have at most 8 MiB.'],
  ] as const) {
    const { status, html } = await upload(site, file);
    expect([status, html.includes(sentence)], sentence).toEqual([expected, true]);
  }
  const empty = await site.send('/admin/sources/import');
  expect([empty.status, seen(await empty.text()).includes('Choose a file')]).toEqual([400, true]);
});

test('of a list, 500 feeds are used', async () => {
  await using site = await openSourceSite();
  const outlines = Array.from(
    { length: 600 },
    (_, index) => `<outline text="F${index}" xmlUrl="https://f${index}.example/"/>`,
  );
  const { html } = await upload(site, `<opml><body>${outlines.join('')}</body></opml>`);
  expect(html).toContain('500 to add');
  expect(html).toContain('Only the first 500 feeds are used');
});
