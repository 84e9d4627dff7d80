/**
 * Writes the whole site as files: every page that can be reached by links, rendered by the site itself, with all that it
 * shows. Nothing else knows which pages there are, so no link in the folder leads nowhere.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RequestContext } from '#app/people/request/context.ts';
import { type AnyDb, selectFound } from '#app/platform/search-index/text-sources.ts';
import { languageOfTexts } from '#app/platform/ui/text-language.ts';
import { openSitemap, writeRedirects } from './host-files.server.ts';
import type { SiteFolder } from './site-folder.server.ts';
import { relativeLink, type StaticNames, type StaticTarget } from './static-names.ts';
import { type NotePage, shortPageOf, staticPageOf } from './static-page.ts';
import { countItems, type SearchSources, writeSearch } from './write-search.server.ts';

/** What the site has at an address: a page, the address where it is, a file, or nothing. */
export type Rendered =
  | { kind: 'page'; html: string }
  | { kind: 'moved'; to: string }
  | { kind: 'file'; content: ReadableStream<Uint8Array> | null }
  | { kind: 'missing' };

export type StaticSources = Pick<SearchSources, 'renderOwnPage'> & {
  /** As a visitor sees the site; its database handle shows one moment. */
  requestContext: RequestContext;
  render: (address: string) => Promise<Rendered>;
  names: StaticNames;
  /** The folder with the files of the build. */
  clientFolder: string;
  /** The stylesheet of all pages: the address that they link, and what it contains. */
  style: { address: string; text: string };
  signal?: AbortSignal | undefined;
  onProgress?: ((what: string, done: number, total: number) => void) | undefined;
};

/** `lost` is how many pictures and other files are missing. */
export type WrittenSite = { pages: number; files: number; lost: number };

/** Files that pages name only by absolute addresses. */
const ICONS = ['/favicon.svg', '/mark.svg'];
const STYLE_FILE = 'assets/style.css';
const IDS_AT_ONCE = 500;

/** Writes it into `folder`; undefined when the signal stopped it: then the folder is incomplete. */
export async function writeStaticSite(
  folder: SiteFolder,
  sources: StaticSources,
): Promise<WrittenSite | undefined> {
  const { requestContext, names, renderOwnPage, signal, onProgress } = sources;
  const crawl = openCrawl(folder, sources);
  const total = await countItems(requestContext);
  let items = 0;
  await folder.write(STYLE_FILE, staticStyle(sources.style.text, crawl.add, names, requestContext));
  const pages = requestContext.routes.inSitemap.filter((pattern) => !pattern.includes(':'));
  for (const address of [...pages, ...ICONS]) crawl.addAddress(address);
  const report = () => onProgress?.('pages of items', items, total);
  if (!(await crawl.drain())) return undefined;
  for await (const { kind, id } of listItems(requestContext)) {
    crawl.addAddress(`/${kind}/${id}`);
    if (!(await crawl.drain())) return undefined;
    items++;
    report();
  }
  let searched = 0;
  const isStopped = () => signal?.aborted === true;
  const onItem = () => onProgress?.('items in the search', ++searched, total);
  const writePage = crawl.writeOwnPage;
  await writeSearch({ requestContext, names, folder, isStopped, onItem, renderOwnPage, writePage });
  if (!(await crawl.drain())) return undefined;
  await crawl.finish();
  return isStopped()
    ? undefined
    : { pages: crawl.counts.pages, files: folder.count(), lost: crawl.counts.lost };
}

/** All public items, whether any page links them or not: past events, archived polls. */
async function* listItems({
  read,
  collections,
}: RequestContext): AsyncGenerator<{ kind: string; id: string }> {
  for (const { name, source } of Object.values(collections)) {
    for (let after = ''; ; ) {
      const rows = (await selectFound(read as AnyDb as never, source)
        .select('item.id as id')
        .where('item.id', '>', after)
        .orderBy('item.id')
        .limit(IDS_AT_ONCE)
        .execute()) as { id: string }[];
      for (const { id } of rows) yield { kind: name, id };
      if (rows.length < IDS_AT_ONCE) break;
      after = rows.at(-1)?.id ?? '';
    }
  }
}

/** What is still to be written, and what was. */
function openCrawl(folder: SiteFolder, sources: StaticSources) {
  const { requestContext, names, render, style, signal } = sources;
  const siteUrl = requestContext.services.settings.url;
  const lang = languageOfTexts(requestContext.town.locale);
  const sitemap = openSitemap(folder, siteUrl);
  const seen = new Set<string>([STYLE_FILE]);
  const waiting: StaticTarget[] = [];
  const counts = { pages: 0, lost: 0 };
  const pageSources = { siteUrl, names, style: { address: style.address, file: STYLE_FILE }, onTarget: add };

  function add(target: StaticTarget): void {
    if (target.kind === 'own' || seen.has(target.file)) return;
    seen.add(target.file);
    waiting.push(target);
  }

  function addAddress(address: string): void {
    const target = names(new URL(address, siteUrl));
    if (target) add(target);
  }

  const note = (file: string, page: Omit<NotePage, 'lang' | 'style'>) =>
    folder.write(file, shortPageOf({ ...page, lang, style: relativeLink(file, STYLE_FILE) }));

  async function writePage(html: string, target: StaticTarget): Promise<void> {
    counts.pages++;
    await folder.write(target.file, staticPageOf(html, target, pageSources));
    if (!/<meta name="robots" content="noindex/.test(html)) await sitemap.add(target.file);
    await writeReadable(html, target);
  }

  /** The readable address of an item leads to its file. */
  async function writeReadable(html: string, target: StaticTarget): Promise<void> {
    const canonical = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1];
    const path = canonical && URL.parse(canonical)?.pathname;
    if (!path?.startsWith(`${target.address}/`)) return;
    const file = `${decodeURIComponent(path).slice(1)}/index.html`;
    if (seen.has(file)) return;
    seen.add(file);
    const link = { to: relativeLink(file, target.file), label: 'Go to the page', isAutomatic: true };
    await note(file, { title: 'This page is at another address', text: 'You are taken there.', link });
  }

  async function writeTarget(target: StaticTarget): Promise<void> {
    if (target.kind === 'asset') return writeAsset(target);
    const rendered = await render(target.address);
    if (rendered.kind === 'page') return writePage(rendered.html, target);
    if (rendered.kind === 'file' && rendered.content)
      return folder.writeStream(target.file, rendered.content);
    if (!target.file.endsWith('/index.html')) {
      counts.lost++;
      return;
    }
    const found = rendered.kind === 'moved' ? targetOf(rendered.to, target) : undefined;
    const link = found ? { to: found, label: 'Go to the page', isAutomatic: true } : undefined;
    const title = link ? 'This page is at another address' : 'This page is no longer available';
    await note(target.file, {
      title,
      text: link ? 'You are taken there.' : 'It was linked from another page of this site.',
      link: link ?? startLink(target.file),
    });
  }

  function startLink(file: string): NotePage['link'] {
    return { to: relativeLink(file, 'index.html'), label: 'Go to the start', isAutomatic: false };
  }

  /** Where a redirect leads, from the file of what redirects. */
  function targetOf(to: string, from: StaticTarget): string | undefined {
    const url = URL.parse(to, siteUrl + from.address);
    if (!url || url.origin !== siteUrl) return url?.protocol.startsWith('http') ? url.href : undefined;
    const target = names(url);
    if (!target || target.file === from.file) return undefined;
    add(target);
    return relativeLink(from.file, target.file);
  }

  async function writeAsset({ address, file }: StaticTarget): Promise<void> {
    const content = await readFile(join(sources.clientFolder, address));
    const isStyle = file.endsWith('.css');
    await folder.write(
      file,
      isStyle ? staticStyle(content.toString(), add, names, requestContext, file) : content,
    );
  }

  return {
    counts,
    add,
    addAddress,
    /** Writes everything that waits, and what that links; false when it was stopped. */
    async drain(): Promise<boolean> {
      for (let target = waiting.pop(); target; target = waiting.pop()) {
        if (signal?.aborted) return false;
        await writeTarget(target);
      }
      return signal?.aborted !== true;
    },
    async writeOwnPage(address: string, html: string): Promise<void> {
      const target = names(new URL(address, siteUrl));
      if (target) await writePage(html, target);
    },
    /** The start page, and what hosts look for. */
    async finish(): Promise<void> {
      const start = await render('/articles');
      const target: StaticTarget = { kind: 'own', address: '/articles', file: 'index.html' };
      if (start.kind === 'page')
        await folder.write('index.html', staticPageOf(start.html, target, pageSources));
      await writeRedirects({ requestContext, names, folder, seen, note });
      await sitemap.finish();
      await folder.write(
        '404.html',
        shortPageOf({
          title: 'Page not found',
          text: 'There is no page at this address.',
          lang,
          // Hosts show it at every address, so its links can't be relative.
          style: `${siteUrl}/${STYLE_FILE}`,
          link: { to: `${siteUrl}/`, label: 'Go to the start', isAutomatic: false },
        }),
      );
    },
  };
}

/** Fonts and pictures of a stylesheet, relative to its file. */
function staticStyle(
  css: string,
  add: (target: StaticTarget) => void,
  names: StaticNames,
  { services }: RequestContext,
  file = STYLE_FILE,
): string {
  return css.replaceAll(/url\(\s*["']?(\/[^)"']+)["']?\s*\)/g, (whole, path: string) => {
    const target = names(new URL(path, services.settings.url));
    if (!target) return whole;
    add(target);
    return `url("${relativeLink(file, target.file)}")`;
  });
}
