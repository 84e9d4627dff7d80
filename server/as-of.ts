/** The site at another moment: the same site over a copy of the town, with a fixed clock, on which nothing can be changed. */
import { momentInAddress, momentWords, secondReadingOf } from '#app/moving/as-of/moment.ts';
import { rewriteLinks } from '#app/moving/static-site/rewrite-links.ts';
import { callerOf, type RequestContext } from '#app/people/request/context.ts';
import { policyStatusOf } from '#app/people/request/policy.ts';
import type { Services } from '#app/people/request/services.server.ts';
import type { Database } from '#app/platform/database/handles.ts';
import { formatShortDay, type TownClock, townTimeInDays, townTimeOf } from '#app/platform/time/town-time.ts';
import type { DayBar } from '#app/town/read-only.ts';

const ADDRESS = /^(\/admin\/another-day\/(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z))(\/.*)?$/;

type DaySite = (request: Request, address: string) => Promise<Response>;

/** What the site over the copy `database` holds. With `isBarred`, its pages lead to other days. */
export function servicesOfDay(
  services: Services,
  { read, write }: Pick<Database, 'read' | 'write'>,
  { moment, clock, isBarred }: { moment: number; clock: TownClock; isBarred: boolean },
): Services {
  return {
    ...services,
    read,
    write,
    auth: { ...services.auth, db: write },
    now: () => moment,
    missing: new Map(),
    otherDays: undefined,
    readOnly: {
      kind: 'another-day',
      isPast: moment < services.now(),
      sentence: `This is the site as of ${momentWords(moment, clock)}. Nothing can be changed here.`,
      bar: isBarred ? barOf(moment, clock) : undefined,
    },
    findDatabaseProblem: async () => undefined,
  };
}

function barOf(moment: number, clock: TownClock): DayBar {
  const { timeZone } = clock;
  const at = townTimeOf(moment, timeZone);
  const inDays = (days: number) => {
    const instant = townTimeInDays(moment, days, at.slice(11), timeZone);
    return { at: momentInAddress(instant), day: formatShortDay(instant, clock) };
  };
  const again = secondReadingOf(moment, clock);
  return {
    at,
    previous: inDays(-1),
    next: inDays(1),
    again: again === undefined ? undefined : momentInAddress(again),
  };
}

/**
 * The response for an address below `/admin/another-day/{moment}`; undefined for every other request, and for those whom
 * the policy of that address does not admit. Never cached. `createSite` makes the site of the day.
 */
export async function respondAsOf(
  request: Request,
  requestContext: RequestContext,
  createSite: (services: Services) => DaySite,
): Promise<Response | undefined> {
  const { pathname, search } = new URL(request.url);
  const [, prefix, text = '', path = '/'] = ADDRESS.exec(pathname) ?? [];
  const moment = Date.parse(text);
  const { services, town } = requestContext;
  if (!prefix || Number.isNaN(moment) || !services.otherDays || requestContext.fault) return undefined;
  if (policyStatusOf('editor', callerOf(requestContext)) !== undefined) return undefined;
  const database = await services.otherDays.openSoon(moment);
  if (!database) return preparing(text, path + search);
  const site = createSite(servicesOfDay(services, database, { moment, clock: town, isBarred: true }));
  const inner = new Request(services.settings.url + path + search, {
    method: request.method,
    headers: { Origin: services.settings.url },
  });
  return withPrefix(await site(inner, requestContext.address), prefix, services.settings.url + path);
}

/** Another page shows how far the copy is, or why there is none. */
function preparing(moment: string, path: string): Response {
  const query = new URLSearchParams({ moment, path });
  const headers = { Location: `/admin/another-day/preparing?${query}`, 'Cache-Control': 'private, no-store' };
  return new Response(null, { status: 303, headers });
}

/** Pages lead to pages of the same day; what they show (pictures, styles) is the present site's. */
async function withPrefix(response: Response, prefix: string, base: string): Promise<Response> {
  const headers = new Headers(response.headers);
  for (const name of ['Set-Cookie', 'Speculation-Rules']) headers.delete(name);
  const prefixed = (href: string) => inDay(href, prefix, base) ?? href;
  const to = headers.get('Location');
  if (to) headers.set('Location', prefixed(to));
  const { status } = response;
  const isPage = headers.get('Content-Type')?.startsWith('text/html') ?? false;
  if (!isPage) return new Response(response.body, { status, headers });
  const html = rewriteLinks(await response.text(), (href, { tag }) =>
    tag === 'a' || tag === 'area' || tag === 'form' ? prefixed(href) : href,
  );
  return new Response(html, { status, headers });
}

/** Undefined for links to other sites, within the page, and into the admin. */
function inDay(href: string, prefix: string, base: string): string | undefined {
  const url = URL.parse(href, base);
  if (!url || href.startsWith('#') || url.origin !== new URL(base).origin) return undefined;
  return url.pathname.startsWith('/admin') ? undefined : prefix + url.pathname + url.search + url.hash;
}
