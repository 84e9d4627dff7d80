/** The size of a first visit's files in the real build, with limits. Bytes on the wire: brotli. */
import { readFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { defaultTown } from '#app/town/default-town.ts';
import { openServer } from './open-server.ts';
import { seedSampleTown } from './sample-town.ts';

const client = new URL('../build/client', import.meta.url).href;
const NOW = Date.parse('2026-11-20T22:00:00Z');
const KIB = 1024;
/** HTML and style together, on a first visit; the first round trip has about 14 KB, including 1 KB of headers. */
const MOST_BYTES = 13 * KIB;
/** For an article's buttons, which come after all content. */
const MOST_SCRIPT_BYTES = 512;

async function openSampleTown() {
  const server = await openServer({ now: NOW });
  const { write, services, origin } = server.site;
  await seedSampleTown(write, services.settings, { now: NOW, town: defaultTown, siteUrl: origin });
  const open = async (path: string, headers: Record<string, string> = {}) => {
    const encodings = { 'Accept-Encoding': 'br', 'Sec-Fetch-Site': 'none' };
    const { body, status } = await server.ask(path, { ...encodings, ...headers });
    return { status, bytes: body.length, html: brotliDecompressSync(body).toString() };
  };
  return { ...server, open };
}

function all(pattern: RegExp, text: string): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found);
}

/** As compressed by the build. */
function brotliBytes(address: string): number {
  try {
    return readFileSync(new URL(`${client}${address}.br`)).length;
  } catch {
    return brotliCompressSync(readFileSync(new URL(client + address))).length;
  }
}

const lists = ['/articles', '/news', '/events', '/polls', '/businesses'];
const texts = ['/about', '/contact', '/privacyPolicy', '/articles?page=2', '/NotFound/x', '/nothing'];

test('a reading page has no script except an article’s buttons, and fits into the first round trip with its style', async () => {
  await using town = await openSampleTown();
  const details = [];
  for (const list of lists) {
    const { items } = JSON.parse((await town.open(`/api/v1${list}?limit=1`)).html);
    details.push(`${list}/${items[0].id}`);
  }
  for (const path of [...lists, ...details, ...texts]) {
    const { status, html, bytes } = await town.open(path);
    expect(status, path).toBe(['/NotFound/x', '/nothing'].includes(path) ? 404 : 200);
    const scripts = all(/<script(?! type="application\/ld\+json">)([^>]*)>/g, html);
    expect(scripts, path).toHaveLength(path.startsWith('/articles/') ? 1 : 0);
    for (const script of scripts) {
      const [, address = ''] = /^ src="(\/assets\/[\w.-]+)" defer=""$/.exec(script) ?? [];
      expect(brotliBytes(address), script).toBeLessThanOrEqual(MOST_SCRIPT_BYTES);
    }
    expect(html, path).not.toMatch(/rel="modulepreload"|\son[a-z]+=/);
    // The style is in the page: no request for it, and the page's bytes are complete.
    expect(html, path).not.toMatch(/rel="stylesheet"(?! href="[^"]+" media="print")/);
    expect(all(/<style>([^<]+)<\/style>/g, html), path).toHaveLength(1);
    expect(bytes, path).toBeLessThanOrEqual(MOST_BYTES);
  }
});

/** All script files that a page runs at once: its own, and their imports. */
function scriptsOf(html: string): Set<string> {
  const found = new Set<string>();
  const follow = (address: string) => {
    if (found.has(address)) return;
    found.add(address);
    const code = readFileSync(new URL(client + address), 'utf8');
    const imports = all(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g, code);
    for (const name of imports) follow(`/assets/${name}`);
  };
  for (const address of all(/["'`](\/assets\/[^"'`]+\.js)["'`]/g, html)) follow(address);
  return found;
}

/** Chunks of the administration, by the build's names. */
const adminCode = /admin|content-(form|table)|field-rows|rich-text|settings/;
const editorCode = /rich-text-editor/;
/** For pages of accounts, polls and admin lists. A form also shows a status that can follow its date, and who else edits the item. */
const LIMIT = 110 * KIB;
const FORM_LIMIT = 114 * KIB;

function weigh(scripts: Set<string>): number {
  return [...scripts].reduce((sum, address) => sum + brotliBytes(address), 0);
}

test("the login page loads at most 110 KiB of script and none of the admin area's", async () => {
  await using town = await openSampleTown();
  const scripts = scriptsOf((await town.open('/login')).html);
  expect(scripts.size).toBeGreaterThan(5);
  expect([...scripts].filter((address) => adminCode.test(address))).toEqual([]);
  expect(weigh(scripts)).toBeLessThanOrEqual(LIMIT);
});

test('admin pages load at most 110 KiB of script, forms 114, and load the editor only when it is needed', async () => {
  await using town = await openSampleTown();
  const admin = await town.site.asAdmin();
  const sections = ['/articles', '/news', '/events', '/polls', '/businesses', '/inbox', ''];
  for (const path of ['/account', '/admin/articles/add', ...sections.map((one) => `/admin${one}`)]) {
    const { status, html } = await town.open(path, admin);
    const scripts = scriptsOf(html);
    expect(status, path).toBe(200);
    expect(scripts.size, path).toBeGreaterThan(5);
    expect(
      [...scripts].filter((address) => editorCode.test(address)),
      path,
    ).toEqual([]);
    expect(weigh(scripts), path).toBeLessThanOrEqual(path.endsWith('/add') ? FORM_LIMIT : LIMIT);
  }
});
