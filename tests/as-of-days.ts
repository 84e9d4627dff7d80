import type { TestSite } from './open-site.ts';

/** The page at `path` as it is at the moment `at`, for the administrator whose headers these are. Follows redirects. */
export async function seeDay(
  site: TestSite,
  headers: Record<string, string>,
  at: string,
  path: string,
): Promise<string> {
  let to = `/admin/another-day?${new URLSearchParams({ at, path })}`;
  for (let hops = 0; hops < 5; hops++) {
    const response = await site.fetch(to, { headers });
    const next = response.headers.get('Location');
    if (!next) return response.text();
    to = next;
    const [, moment] = /^\/admin\/another-day\/([\dTZ:-]+)\//.exec(next) ?? [];
    // However long that takes on this machine.
    if (moment) await site.services.otherDays?.open(Date.parse(moment));
  }
  throw new Error(`${at} leads nowhere`);
}

/** What the page itself says, without the frame. */
export function mainOf(html: string): string {
  return /<main.*<\/main>/s.exec(html)?.[0] ?? html;
}
