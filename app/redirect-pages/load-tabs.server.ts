import type { CountFilter } from '#app/admin/count-filters.tsx';
import type { ReadDb } from '#app/database/handles.ts';
import { countMissing } from '#app/redirects/missing-store.server.ts';
import { countRedirects } from '#app/redirects/redirect-store.server.ts';

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
