/** Writes the site as files, for `belfry export site`: the build renders, because the command-line tool can't load pages. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { collections, subjects as subjectsOfTables } from '#app/collections.server.ts';
import { withSiteFolder } from '#app/moving/static-site/site-folder.server.ts';
import { openStaticNames } from '#app/moving/static-site/static-names.ts';
import {
  type Rendered,
  type StaticSources,
  type WrittenSite,
  writeStaticSite,
} from '#app/moving/static-site/write-site.server.ts';
import { accountSubscriptions } from '#app/newsletter/subscribers/sync-members.server.ts';
import { openAuth } from '#app/people/auth-context.server.ts';
import type { Services } from '#app/people/request/services.server.ts';
import { buildFolder } from '#app/platform/command-line/project-folder.ts';
import type { ChangeCounters } from '#app/platform/database/change-counters.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { Memory } from '#app/platform/database/memory.server.ts';
import { openMedia } from '#app/platform/media/media.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { formatDate, formatTime } from '#app/platform/time/town-time.ts';
import { siteStyle, withLinkedStyle } from '#app/site/frame/inline-style.server.ts';
import { readingDocument, renderLinkedDocument } from '#app/site/frame/reading-document.server.tsx';
import { siteLinks } from '#app/site/frame/site-links.ts';
import { findCurrent } from '#app/town/notices/notice-store.server.ts';
import { findTownWithMenu } from '#app/town/town-store.server.ts';
import { readingPages, sharedContext } from './cache/shared-pages.ts';
import { openLog } from './log.ts';
import { findRoute } from './route-table.ts';
import { createSite, type Site } from './site.ts';

export type StaticExport = Pick<StaticSources, 'signal' | 'onProgress'> & {
  settings: Settings;
  /** Shows the database as of one moment. */
  read: ReadDb;
  now: number;
};

/**
 * Writes the public site to the folder `path`, in the place of what an earlier export wrote. Undefined when the signal
 * stopped it; then, and when it throws, nothing has changed. Throws SiteFolderError when the folder has other files.
 */
export async function exportStaticSite(
  path: string,
  { settings, read, now, ...options }: StaticExport,
): Promise<WrittenSite | undefined> {
  const media = openMedia(settings);
  try {
    const services = await openStaticServices({ settings, read, now }, media);
    let written: WrittenSite | undefined;
    await withSiteFolder(path, async (folder) => {
      written = await writeStaticSite(folder, { ...(await openSources(services)), ...options });
      return written !== undefined;
    });
    return written;
  } finally {
    media.encoder.close();
  }
}

async function openStaticServices(
  { settings, read, now }: Pick<StaticExport, 'settings' | 'read' | 'now'>,
  media: Services['media'],
): Promise<Services> {
  const town = await findTownWithMenu(read);
  // A snapshot: what tries to write fails.
  const write = read as WriteDb;
  const made = `${formatDate(now, town)}, ${formatTime(now, town)}`;
  return {
    settings,
    read,
    write,
    // Nothing that the site has signed is valid here.
    auth: openAuth({ write }, settings, randomUUID(), () => now),
    media,
    subscriptions: accountSubscriptions,
    log: openLog(settings.logLevel, ''),
    keyedHash: () => '',
    now: () => now,
    readOnly: { kind: 'static', sentence: `This copy was made on ${made}. Nothing can be sent from it.` },
    runTool: () => Promise.reject(new Error('a snapshot starts nothing')),
    findDatabaseProblem: async () => undefined,
    missing: new Map(),
  };
}

async function openSources(services: Services): Promise<Omit<StaticSources, 'signal' | 'onProgress'>> {
  const site = createSite(services);
  const subjects = new Set<never>();
  // Nothing changes in a snapshot, so everything that pages share is loaded once.
  const remember = new Memory(subjectsOfTables).at(services.read, {} as ChangeCounters, subjects);
  const town = await findTownWithMenu(services.read);
  const now = services.now();
  const notices = (await findCurrent(services.read, now)).current;
  const view = {
    theme: 'auto',
    viewer: 'visitor',
    town,
    notices,
    remember,
    subjects,
    keepUntil: () => undefined,
  } as const;
  const clientFolder = join(buildFolder, 'client');
  const known = new Map<string, boolean>();
  const hasAsset = (path: string) => {
    const isKnown = known.get(path) ?? (ASSET.test(path) && existsSync(join(clientFolder, path)));
    if (ASSET.test(path)) known.set(path, isKnown);
    return isKnown;
  };
  const { url } = services.settings;
  return {
    requestContext: sharedContext(services, view),
    render: (address) => render(address, site, sharedContext(services, view), url),
    names: openStaticNames({ siteUrl: url, collections, findRoute, hasAsset }),
    clientFolder,
    style: siteStyle,
    renderOwnPage,
  };
}

/** Files of the build, none of which have other dots than before their kind. */
const ASSET = /^\/(assets\/|illustrations\/)?[\w-]+(\.[\w-]+)*\.(css|js|woff2|svg|png|jpg|webp|avif|ico)$/;

const renderOwnPage: StaticSources['renderOwnPage'] = (requestContext, pathname, handle, loaderData) => {
  const at = { params: {}, pathname };
  const matches = [
    { id: 'root', module: { links: siteLinks }, ...at, loaderData: undefined },
    { id: 'static', module: { handle }, ...at, loaderData },
  ];
  return renderLinkedDocument(
    readingDocument(matches, new URL(pathname, requestContext.services.settings.url), requestContext),
  );
};

async function render(
  address: string,
  site: Site,
  requestContext: Parameters<typeof readingPages>[1],
  url: string,
): Promise<Rendered> {
  const page = await readingPages(new URL(url + address), requestContext);
  if (page && !(page instanceof Response)) return { kind: 'page', html: renderLinkedDocument(page.tree) };
  const response = page ?? (await site(new Request(url + address), ''));
  const to = response.headers.get('Location');
  if (to) return { kind: 'moved', to };
  if (response.status === 404) return { kind: 'missing' };
  if (!response.ok) throw new Error(`${address} could not be rendered: status ${response.status}`);
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html') ?? false;
  if (isPage) return { kind: 'page', html: withLinkedStyle(await response.text()) };
  return { kind: 'file', content: response.body };
}
