import type { CountFilter } from '#app/desk/list/count-filters.tsx';
import { countMissing } from '#app/moving/redirects/missing-store.server.ts';
import { countRedirects } from '#app/moving/redirects/redirect-store.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';

/** The pages about old addresses, with how many there are of each. */
export async function loadTabs(
  db: ReadDb,
  current: 'redirects' | 'missing' | 'ignored',
  locale: string,
): Promise<CountFilter[]> {
  const number = new Intl.NumberFormat(locale);
  const parts = [
    { name: 'redirects', label: 'Redirects', href: '/admin/redirects', count: await countRedirects(db) },
    {
      name: 'missing',
      label: 'Not found',
      href: '/admin/redirects/missing',
      count: await countMissing(db, { ignored: false }),
    },
    {
      name: 'ignored',
      label: 'Ignored',
      href: '/admin/redirects/missing?show=ignored',
      count: await countMissing(db, { ignored: true }),
    },
  ];
  return parts.map(({ name, label, href, count }) => ({
    label,
    href,
    count: number.format(count),
    isCurrent: name === current,
  }));
}
