/** The redirects of old addresses as hosts of files know them: small pages, Netlify's `_redirects`, Apache's `.htaccess`. */
import { findTarget } from '#app/moving/redirects/redirect-store.server.ts';
import type { RequestContext } from '#app/people/request/context.ts';
import { escapeHtml } from './rewrite-links.ts';
import type { SiteFolder } from './site-folder.server.ts';
import { publicAddressOf, relativeLink, type StaticNames, safeName } from './static-names.ts';
import type { NotePage } from './static-page.ts';

type RedirectSources = {
  requestContext: RequestContext;
  names: StaticNames;
  folder: SiteFolder;
  seen: ReadonlySet<string>;
  note: (file: string, page: Omit<NotePage, 'lang' | 'style'>) => Promise<void>;
};

const AT_ONCE = 500;

/** A page for each redirect whose address can be a file, and two lists with all of them. */
export async function writeRedirects(sources: RedirectSources): Promise<void> {
  const { folder, requestContext } = sources;
  const rules: string[] = [];
  const rewrites: string[] = [];
  for (let after = ''; ; ) {
    const rows = await requestContext.read
      .selectFrom('redirect')
      .select('fromPath')
      .where('fromPath', '>', after)
      .orderBy('fromPath')
      .limit(AT_ONCE)
      .execute();
    for (const { fromPath } of rows) {
      const to = await findTarget(requestContext.read, [fromPath]);
      if (to === undefined) continue;
      const target = publicTarget(to, sources);
      if (target === undefined) continue;
      const rule = netlifyRule(fromPath, target);
      if (rule) rules.push(rule);
      rewrites.push(apacheRule(fromPath, target));
      await writeStub(fromPath, to, sources);
    }
    if (rows.length < AT_ONCE) break;
    after = rows.at(-1)?.fromPath ?? '';
  }
  await folder.write('_redirects', rules.join(''));
  await folder.write('.htaccess', `ErrorDocument 404 /404.html\nRewriteEngine On\n${rewrites.join('')}`);
}

/**
 * Where the redirect leads on the host of the folder: a path from its root, or another site's address. Undefined where
 * the folder has no page: drafts have an old address, too, and stay unknown.
 */
function publicTarget(to: string, sources: RedirectSources): string | undefined {
  if (!to.startsWith('/')) return to;
  const found = findFile(to, sources);
  return found && publicAddressOf('', found);
}

/** The file of a path of the site, if it was written. */
function findFile(to: string, { requestContext, names, seen }: RedirectSources): string | undefined {
  const found = names(new URL(to, requestContext.services.settings.url));
  return found && (found.kind === 'own' || seen.has(found.file)) ? found.file : undefined;
}

/** Only paths: a file can't distinguish queries. Never over a page of the site. */
async function writeStub(fromPath: string, to: string, sources: RedirectSources): Promise<void> {
  const { note, seen } = sources;
  const path = decodedSegments(fromPath);
  if (!path) return;
  const file = /\.html?$/i.test(path.at(-1) ?? '') ? path.join('/') : `${path.join('/')}/index.html`;
  if (seen.has(file)) return;
  const found = to.startsWith('/') ? findFile(to, sources) : undefined;
  const link = { to: found ? relativeLink(file, found) : to, label: 'Go to the page', isAutomatic: true };
  await note(file, { title: 'This page is at another address', text: 'You are taken there.', link });
}

/** Undefined for a path that can't be a file under its own name. */
function decodedSegments(fromPath: string): string[] | undefined {
  if (fromPath.includes('?')) return undefined;
  const segments = fromPath
    .split('/')
    .filter(Boolean)
    .map((segment) => decodeURIComponent(segment));
  return segments.length > 0 && segments.every((segment) => safeName(segment) === segment)
    ? segments
    : undefined;
}

/** Undefined for what would be a pattern there: `*` and `:name` match any path, and a file's address needs no rule. */
function netlifyRule(fromPath: string, target: string): string | undefined {
  const [path = '/', query = ''] = fromPath.split('?');
  if (/[*\s]|\/:/.test(fromPath + target.replace(/^https?:\/\//, ''))) return undefined;
  return `${[path, ...query.split('&').filter(Boolean), target, '301'].join(' ')}\n`;
}

function apacheRule(fromPath: string, target: string): string {
  const [path = '/', query] = fromPath.split('?');
  const pattern = RegExp.escape(decodeURIComponent(path).slice(1)).replaceAll(' ', '\\s');
  const condition = query ? `RewriteCond %{QUERY_STRING} (^|&)${RegExp.escape(query)}(&|$)\n` : '';
  const flags = query ? 'R=301,L,QSD,NE' : 'R=301,L,NE';
  return `${condition}RewriteRule "^${pattern}/?$" "${target.replaceAll('%', '\\%')}" [${flags}]\n`;
}

/** What a sitemap may contain (sitemaps.org). */
const MOST_ADDRESSES = 50_000;
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Lists the pages of a static site for search engines, with absolute addresses, and writes robots.txt. */
export function openSitemap(folder: SiteFolder, siteUrl: string) {
  let addresses: string[] = [];
  let parts = 0;

  async function writePart(): Promise<void> {
    parts++;
    const urls = addresses.map((address) => `<url><loc>${escapeHtml(address)}</loc></url>\n`).join('');
    await folder.write(`sitemap-${parts}.xml`, `${HEAD}<urlset ${NAMESPACE}>\n${urls}</urlset>\n`);
    addresses = [];
  }

  return {
    async add(file: string): Promise<void> {
      addresses.push(publicAddressOf(siteUrl, file));
      if (addresses.length === MOST_ADDRESSES) await writePart();
    },
    async finish(): Promise<void> {
      if (addresses.length > 0) await writePart();
      const maps = Array.from({ length: parts }, (_, index) => `${siteUrl}/sitemap-${index + 1}.xml`);
      const entries = maps.map((map) => `<sitemap><loc>${escapeHtml(map)}</loc></sitemap>\n`).join('');
      await folder.write('sitemap.xml', `${HEAD}<sitemapindex ${NAMESPACE}>\n${entries}</sitemapindex>\n`);
      await folder.write('robots.txt', `User-agent: *\nAllow: /\n\nSitemap: ${siteUrl}/sitemap.xml\n`);
    },
  };
}
