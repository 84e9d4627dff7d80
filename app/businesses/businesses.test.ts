import { expect, test } from 'vitest';
import { openSite, type TestSite } from '../../tests/open-site.ts';
import { type BusinessInput, businessSchema } from './business.ts';
import { saveBusiness } from './business-store.server.ts';

const now = Date.parse('2026-11-20T22:00:00Z');

async function seed({ write }: TestSite, ...businesses: Partial<BusinessInput>[]): Promise<void> {
  for (const [index, changes] of businesses.entries()) {
    const least = { id: `b${index}`, name: `Shop ${index}`, category: 'Trades', address: '1 Bank Row' };
    await saveBusiness(write, businessSchema.parse({ ...least, ...changes }), { now });
  }
}

const hardware = {
  id: 'hardware',
  name: 'Carver & Daughters Hardware',
  category: 'Home and hardware',
  description: '<p>Nails by the <b>pound</b>.</p>',
  address: '21 Depot Street',
  phone: '+1 (802) 555-0114',
  website: 'https://www.carver.example/shop',
  email: 'counter@example.org',
  openingHours: 'Mon to Sat, 7:30 AM to 5:30 PM',
};

function namesIn(html: string): string[] {
  return [...html.matchAll(/<h2><a class="plain" href="\/businesses\/[^"]+">([^<]*)<\/a>/g)].map(
    (match) => match[1] ?? '',
  );
}

function linkIn(html: string, rel: 'next' | 'prev'): string | undefined {
  return new RegExp(`<a class="button" rel="${rel}" href="([^"]+)"`)
    .exec(html)?.[1]
    ?.replaceAll('&amp;', '&');
}

test('businesses are listed A to Z, case-insensitively', async () => {
  await using site = await openSite();
  await seed(site, { name: 'zebra prints' }, { name: 'Anvil' }, { name: 'bakery' });
  const html = await site.page('/businesses');
  expect(namesIn(html)).toEqual(['Anvil', 'bakery', 'zebra prints']);
  expect(html).toContain('<a href="/businesses" aria-current="page">Businesses</a>');
  expect(html).toContain('<a href="/contact">Ask to be listed</a>');
});

test('a card shows category, address, phone, website and hours', async () => {
  await using site = await openSite();
  await seed(site, hardware);
  const html = await site.page('/businesses');
  expect(html).toContain('<p class="kicker">Home and hardware</p>');
  expect(html).toContain('href="/businesses/hardware">Carver &amp; Daughters Hardware</a>');
  expect(html).toContain('21 Depot Street');
  expect(html).toContain('<a href="tel:+18025550114">+1 (802) 555-0114</a>');
  expect(html).toContain(
    'href="https://www.carver.example/shop" target="_blank" rel="noopener noreferrer">Website',
  );
  expect(html).toContain('Mon to Sat, 7:30 AM to 5:30 PM');
});

test('a business has a page with all of its details', async () => {
  await using site = await openSite();
  await seed(site, hardware);
  const html = await site.page('/businesses/hardware');
  expect(html).toContain('<h1>Carver &amp; Daughters Hardware</h1>');
  expect(html).toContain('<p>Nails by the <b>pound</b>.</p>');
  expect(html).toContain('<dt>Phone</dt><dd><a href="tel:+18025550114">');
  expect(html).toContain('<dt>Email</dt><dd><a href="mailto:counter@example.org">counter@example.org</a>');
  expect(html).toContain('>carver.example<');
  expect(html).toContain('<code>hardware</code>');
  expect(html).not.toMatch(/<script(?! type="application\/ld\+json">)/);
});

test('missing details are left out', async () => {
  await using site = await openSite();
  await seed(site, { id: 'least' });
  const html = await site.page('/businesses/least');
  expect([...html.matchAll(/<dt>([^<]+)<\/dt>/g)].map((match) => match[1])).toEqual(['Address']);
  expect(html).not.toContain('class="prose"');
});

test('markup in a name is shown literally', async () => {
  await using site = await openSite();
  await seed(site, { id: 'x', name: '<i>Ünï</i> & "Söhne"', address: '<script>1</script>' });
  const html = await site.page('/businesses/x');
  expect(html).toContain('<h1>&lt;i&gt;Ünï&lt;/i&gt; &amp; &quot;Söhne&quot;</h1>');
  expect(html).toContain('<dd>&lt;script&gt;1&lt;/script&gt;</dd>');
});

test('the category filter works without JavaScript and is kept while paging', async () => {
  await using site = await openSite();
  const trades = Array.from({ length: 12 }, (_, index) => ({
    name: `Trade ${String(index).padStart(2, '0')}`,
  }));
  await seed(site, ...trades, { id: 'h1', name: 'Dentist', category: 'Health & care' });
  const all = await site.page('/businesses');
  expect(all).toContain('<option value="" selected="">All categories</option>');
  expect(all).toContain('<option>Health &amp; care</option><option>Trades</option>');
  expect(namesIn(await site.page('/businesses?category=Health+%26+care'))).toEqual(['Dentist']);

  const first = await site.page('/businesses?category=Trades');
  expect(first).toContain('<option selected="">Trades</option>');
  expect(linkIn(first, 'next')).toContain('category=Trades');
  const second = await site.page(linkIn(first, 'next') ?? '');
  expect(namesIn(second)).toEqual(['Trade 10', 'Trade 11']);
  expect(await site.page(linkIn(second, 'prev') ?? '')).toBe(first);
});

test('an unknown category links back to all businesses, an empty one shows all', async () => {
  await using site = await openSite();
  await seed(site, {});
  const none = await site.page('/businesses?category=Nonsense');
  expect(none).toContain('No data found.');
  expect(none).toContain('<a href="/businesses">Show all businesses</a>');
  expect(namesIn(await site.page('/businesses?category='))).toEqual(['Shop 0']);
  expect((await site.fetch('/businesses?category=%00')).status).toBe(200);
});

test('an empty directory says so and has no category filter', async () => {
  await using site = await openSite();
  const html = await site.page('/businesses');
  expect(html).toContain('No data found.');
  expect(html).not.toContain('<select');
});

test('an unknown business is a 404 with a link to the front page', async () => {
  await using site = await openSite();
  for (const path of ['/businesses/none', '/businesses/add', '/businesses/a.b']) {
    const response = await site.fetch(path);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('Oops! The page you are looking for does not exist.');
  }
});
