import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { expect, inject } from 'vitest';
import type { Collections } from '#app/items/collection/collection.ts';
import type { Services } from '#app/people/request/services.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { migrate } from '#app/platform/database/migrate-database.server.ts';
import { openPictureEncoder } from '#app/platform/media/picture-encoder.server.ts';
import { readSettings } from '#app/platform/settings/settings.server.ts';
import { buildIfStale } from '../scripts/build-if-stale.mjs';
import { type OpenServices, openServices } from '../server/open-services.ts';
import {
  ADMIN,
  MEMBER,
  type SeededCookie,
  seedAdministrator,
  seedColleague,
  seedMember,
} from './seeded-people.ts';

export { ADMIN };

export type TestSite = AsyncDisposable & {
  services: Services;
  /** For code in front of the site. */
  open: OpenServices;
  write: WriteDb;
  origin: string;
  /** Sends a request like a browser on this site, without following redirects. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** Posts a form like a browser on this site. Several values of one name are a list. */
  post: (
    path: string,
    form: Record<string, string | string[]>,
    headers?: Record<string, string>,
  ) => Promise<Response>;
  /** The page's HTML. */
  page: (path: string, headers?: Record<string, string>) => Promise<string>;
  /** Headers of a logged-in administrator and of a normal member. */
  asAdmin: () => Promise<Record<string, string>>;
  asMember: (email?: string) => Promise<Record<string, string>>;
  /** Headers of a new editor or contributor; the email address begins with the name. */
  asColleague: (role: 'editor' | 'contributor', name?: string) => Promise<Record<string, string>>;
};

export type TestSiteOptions = {
  /** The site's current time; 2026-11-20 17:00 in New York by default. */
  now?: number | (() => number);
  /** The client's network address; this machine's own by default. */
  address?: () => string;
  environment?: Record<string, string>;
  migrated?: boolean;
  /** Additional collections. */
  nouns?: Collections;
};

/** A whole built site on its own empty database, deleted at the end of the scope (`await using`). */
export async function openSite(options: TestSiteOptions = {}): Promise<TestSite> {
  built ??= buildIfStale();
  await built;
  const { createSite, collections } = (await import(builtSite)) as typeof import('../server/site.ts');
  const dataFolder = mkdtempSync(join(tmpdir(), 'belfry-site-'));
  const origin = 'http://localhost:3000';
  const settings = readSettings({
    BELFRY_DATA: dataFolder,
    LOG_LEVEL: 'silent',
    BELFRY_ADMIN_EMAIL: ADMIN.email,
    ...options.environment,
  });
  const { now = Date.parse('2026-11-20T22:00:00Z'), migrated = true } = options;
  if (migrated && !settings.databaseUrl)
    copyFileSync(inject('templates').sqliteFile, join(dataFolder, 'belfry.db'));
  const open = await openServices(settings, typeof now === 'function' ? now : () => now);
  if (migrated && settings.databaseUrl) await migrate(open.database);
  open.services.media.encoder = sharedEncoder;
  const undescribed = listUndescribed(open.services.log);
  const site = createSite(open.services, { nouns: { ...collections, ...options.nouns } });
  const fetch: TestSite['fetch'] = (path, init) =>
    site(new Request(new URL(path, origin), init), options.address?.() ?? '127.0.0.1');

  const post: TestSite['post'] = (path, form, headers = {}) => {
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries(form))
      for (const text of [value].flat()) body.append(name, text);
    return fetch(path, { method: 'POST', body, headers: { Origin: settings.url, ...headers } });
  };

  const siteNow = () => ({ url: settings.url, now: open.services.now() });

  return {
    services: open.services,
    open,
    write: open.services.write,
    origin,
    fetch,
    post,
    page: async (path, headers) => (await fetch(path, { headers })).text(),
    asAdmin: async () => headersOf(await seedAdministrator(open.services.write, ADMIN, siteNow())),
    asMember: async (email = MEMBER.email) =>
      headersOf(await seedMember(open.services.write, { ...MEMBER, email }, siteNow())),
    asColleague: async (role, name = role === 'editor' ? 'Dale' : 'Priya') => {
      const email = `${name.toLowerCase()}@example.org`;
      const colleague = { email, password: MEMBER.password, role, name };
      return headersOf(await seedColleague(open.services.write, colleague, siteNow()));
    },
    [Symbol.asyncDispose]: async () => {
      await open.close();
      rmSync(dataFolder, { recursive: true, force: true });
      expect(undescribed, 'statuses that the rows of API calls lack').toEqual([]);
    },
  };
}

/** What `defineCalls` reports, from now on. */
function listUndescribed(log: Logger): unknown[] {
  const found: unknown[] = [];
  const write = log.error.bind(log);
  log.error = (...written: [unknown, ...unknown[]]) => {
    if (written[1] === 'API status is not described') found.push(written[0]);
    return (write as (...written: unknown[]) => void)(...written);
  };
  return found;
}

/** For all sites of this process: to start one takes longer than to encode a small picture. */
const sharedEncoder = { ...openPictureEncoder(), close: () => undefined };

let built: Promise<void> | undefined;
const builtSite = new URL('../build/server/index.js', import.meta.url).href;

function headersOf({ name, value }: SeededCookie): { Cookie: string } {
  return { Cookie: `${name}=${value}` };
}
