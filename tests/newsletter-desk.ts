/** A site with something to put into an issue, and an administrator who builds one. */
import { formIn } from './form-in.ts';
import { openSite, type TestSite, type TestSiteOptions } from './open-site.ts';
import { seeding } from './seed-items.ts';

/** Friday, November 20, 2026, 5:00 PM in the town. */
export const NOW = Date.UTC(2026, 10, 20, 22);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export type AuthContext = AsyncDisposable & {
  site: TestSite;
  admin: Record<string, string>;
  /** The id of the issue, and its address. */
  id: string;
  address: string;
  /** The page of the issue. */
  open: () => Promise<string>;
  /** Presses a button of the form, with these changes of what is typed. */
  press: (button: string, typed?: Record<string, string>) => Promise<Response>;
};

export async function openDesk(options: TestSiteOptions = {}): Promise<AuthContext> {
  const site = await openSite({ now: NOW, ...options });
  const seed = seeding(site.write, NOW);
  await seed.article('roof', { title: 'Roof', pubDate: NOW - HOUR });
  await seed.article('bridge', { title: 'Bridge', pubDate: NOW - 2 * HOUR });
  await seed.news('plow', { title: 'Plow', pubDate: NOW - 3 * HOUR });
  await seed.event('market', { title: 'Market', eventDate: NOW + DAY });
  await seed.event('dance', { title: 'Dance', eventDate: NOW + 2 * DAY });
  const admin = await site.asAdmin();
  const built = await site.post('/admin/newsletter', {}, admin);
  const address = built.headers.get('Location') ?? '';
  const open = () => site.page(address, admin);
  return {
    site,
    admin,
    id: address.split('/').at(-1) ?? '',
    address,
    open,
    press: async (button, typed = {}) =>
      site.post(address, { ...formIn(await open()), ...typed, do: button }, admin),
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

/** The titles of the items of the issue on its page, in order; those that are left out are in brackets. */
export function itemsIn(html: string): string[] {
  const lists = [...html.matchAll(/<ol class="order">(.*?)<\/ol>/gs)].map(([, list = '']) => list);
  return [
    ...lists.join('').matchAll(/<li ([^>]*tabindex[^>]*)>(?:<span[^>]*><\/span>)?<div>.*?<h3>(.*?)<\/h3>/gs),
  ].map(([, tag = '', title = '']) => (tag.includes('is-out') ? `(${title})` : title));
}
