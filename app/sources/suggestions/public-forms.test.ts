/** What public forms refuse, over HTTP. */
import { expect, test } from 'vitest';
import { subjectOf, takeTry } from '#app/platform/throttle/throttle.server.ts';
import { seed } from '../../../tests/event-pages.ts';
import { formIn } from '../../../tests/form-in.ts';
import { openSite } from '../../../tests/open-site.ts';
import { pictureFile } from '../../../tests/pictures.ts';
import { seedSuggestions } from '../../../tests/seed-suggestions.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');

const news = { kind: 'news', title: 'The bridge is closed', description: 'Since this morning.' };

async function openTown() {
  const clock = { now: NOW, address: '203.0.113.7' };
  const site = await openSite({ now: () => clock.now, address: () => clock.address });
  /** Opens the form, waits, and sends it. */
  const send = async (fields: Record<string, string>, picture?: File) => {
    const { opened = '' } = formIn(await site.page('/submit?kind=news'));
    clock.now += 4000;
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...fields, opened })) body.append(name, value);
    if (picture) body.append('picture', picture);
    const response = await site.fetch('/submit', { method: 'POST', body, headers: { Origin: site.origin } });
    return { response, status: response.status, html: await response.text() };
  };
  return { site, clock, send };
}

test('R-51: a /48 may send 60 suggestions an hour, however many networks it has', async () => {
  const { site, clock, send } = await openTown();
  await using _ = site;
  const { write, services } = site;
  const wide = subjectOf(services.auth.secret, 'public-form', '2001:db8:7::/48', 12);
  for (let n = 0; n < 59; n++) expect(await takeTry(write, wide, NOW)).toBe(0);
  clock.address = '2001:db8:7:100::1';
  expect((await send({ ...news, title: 'Bridge 59' })).status).toBe(200);
  clock.address = '2001:db8:7:200::1';
  expect((await send({ ...news, title: 'Bridge 60' })).status).toBe(429);
  clock.address = '2001:db8:8::1';
  expect((await send({ ...news, title: 'Bridge 60' })).status).toBe(200);
});

test('R-51: while 500 wait, forms say to come back tomorrow, and show what was typed', async () => {
  const { site, clock, send } = await openTown();
  await using _ = site;
  await seed(site, 'dance', '2026-11-22T00:00:00Z');
  const { opened = '' } = formIn(await site.page('/correct/events/dance'));
  await seedSuggestions(site.write, 499, NOW);
  expect((await site.fetch('/submit')).status).toBe(200);
  const before = formIn(await site.page('/submit?kind=news'));
  await seedSuggestions(site.write, 1, NOW, 'One more');
  clock.now += 4000;

  const page = await site.fetch('/submit');
  expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('come back tomorrow')]);
  // Until seven in the morning in New York.
  expect(Number(page.headers.get('Retry-After'))).toBe(14 * 3600 - 4);
  const typed = { ...news, description: 'A <b>long</b> story.\nOf two lines.' };
  const sent = await site.post('/submit', { ...typed, opened: before.opened ?? '' });
  expect([sent.status, sent.headers.get('Retry-After')]).toEqual([503, String(14 * 3600 - 4)]);
  expect(await sent.text()).toMatch(
    /Please come back tomorrow.*What you wrote.*The bridge is closed\nA &lt;b&gt;long&lt;\/b&gt; story\.\nOf two lines\./s,
  );
  const report = await site.post('/correct/events/dance', { opened, wrong: 'time' });
  expect([report.status, await report.text()]).toEqual([503, expect.stringContaining('come back tomorrow')]);

  const [entry] = await site.write.selectFrom('inbox_entry').select('id').limit(1).execute();
  const body = JSON.stringify({ action: 'discard' });
  const headers = { ...(await site.asAdmin()), Origin: site.origin, 'Content-Type': 'application/json' };
  expect((await site.fetch(`/api/v1/inbox/${entry?.id}`, { method: 'POST', body, headers })).status).toBe(
    200,
  );
  expect((await send(typed)).status).toBe(200);
});

test('hostile pictures, file names and texts of 50 kB are refused by name, or are text', async () => {
  const { site, send } = await openTown();
  await using _ = site;
  const name = '"><script>alert(1)</script>/../../etc/passwd.jpg';
  const pictureOf = async (bytes: Uint8Array | string) =>
    send({ ...news, alt: '"><script>alert(2)</script>' }, new File([bytes as string], name));
  for (const bytes of [
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(3)</script></svg>',
    '<html><script>alert(3)</script>',
    `\xff\xd8\xff${'x'.repeat(1000)}`,
  ]) {
    const { status, html } = await pictureOf(bytes);
    expect([status, html]).toEqual([400, expect.stringContaining('id="picture-error"')]);
    expect(html).not.toContain('<script>alert');
    expect(html).toContain('The bridge is closed');
  }
  expect((await pictureOf(new Uint8Array(await pictureFile()))).status).toBe(200);
  const inbox = await site.page('/admin/inbox', await site.asAdmin());
  expect(inbox).toContain('alt="&quot;&gt;&lt;script&gt;alert(2)');
  expect(inbox).not.toMatch(/<script>alert|passwd/);

  const long = 'y'.repeat(50_000);
  for (const field of ['title', 'link', 'from', 'description']) {
    const { status, html } = await send({
      ...news,
      [field]: long,
    });
    expect([field, status, html]).toEqual([field, 400, expect.stringContaining(`id="${field}-error"`)]);
    expect(html).toContain(long);
  }
});
