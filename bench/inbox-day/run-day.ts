/** A night and a morning of one town, with the real site: what arrives, what is merged, and how it is reviewed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asker } from '../one-request.ts';
import { type OurSite, openOurSite } from '../our-site.ts';
import { signIn } from '../sign-in.ts';
import { readMaterial } from './material.ts';
import { type Reviewed, reviewInbox } from './review-inbox.ts';
import { serveSources } from './serve-sources.ts';
import { type DaySource, twelveSources } from './twelve-sources.ts';

type Checked = { found: number; new: number; changed: number; missing: number };
type Entry = { id: string; kind: string; stack: string; changes: unknown[] | null; duplicates: unknown[] };
type SourceState = { name: string; state: string; message: string; lastProblem: string | null };

export type Day = {
  material: string;
  evening: Checked;
  morning: Checked;
  checkSeconds: number;
  eveningEntries: number;
  eveningMerged: number;
  entries: number;
  stacks: number;
  byKind: Record<string, number>;
  changes: number;
  merged: number;
  sources: SourceState[];
  reviewed: Reviewed;
};

/** `picture` is where a picture of the inbox before the review is written. */
export async function runDay(
  environment: NodeJS.ProcessEnv,
  picture: string | undefined,
  say: (line: string) => void,
): Promise<Day> {
  const material = readMaterial();
  const sources = twelveSources(material, Date.now());
  const servers = await serveSources(sources);
  const dataFolder = mkdtempSync(join(tmpdir(), 'belfry-day-'));
  const site = await openOurSite(dataFolder, { environment, more: { FETCH_ALLOW: servers.allowed } });
  try {
    const cookie = await signIn(site);
    const call = openApi(site, cookie);
    say('The evening: twelve sources are added, and what they list is published.');
    const ids: string[] = [];
    for (const [at, source] of sources.entries())
      ids.push((await call('POST', '/sources', inputOf(source, servers.addressOf(at)))).id as string);
    const evening = await checkAll(call, ids);
    const first = await listInbox(call);
    for (const entry of first) await call('POST', `/inbox/${entry.id}`, { action: 'publish' });
    say('The night: everything is checked again.');
    servers.becomeMorning();
    const startedAt = performance.now();
    const morning = await checkAll(call, ids);
    const checkSeconds = (performance.now() - startedAt) / 1000;
    const inbox = await listInbox(call);
    const listed = (await call('GET', '/sources')) as unknown as { items: SourceState[] };
    say('The morning: the inbox is reviewed with the keyboard.');
    const reviewed = await reviewInbox(site, cookie, picture, chooseKey);
    return {
      material: material.from,
      ...{ evening, morning, checkSeconds, reviewed },
      eveningEntries: first.length,
      eveningMerged: countMerged(first),
      entries: inbox.length,
      stacks: new Set(inbox.map(({ stack }) => stack)).size,
      byKind: Object.fromEntries(
        [...Map.groupBy(inbox, ({ kind }) => kind)].map(([kind, all]) => [kind, all.length]),
      ),
      changes: inbox.filter(({ changes }) => changes !== null && changes.length > 0).length,
      merged: countMerged(inbox),
      sources: listed.items.map(({ name, state, message, lastProblem }) => ({
        name,
        state,
        message,
        lastProblem,
      })),
    };
  } finally {
    await site.stop();
    await servers.close();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

/** Takes changes, merges possible duplicates, and publishes the rest but every sixth. */
function chooseKey(text: string, decisions: number): 'p' | 'm' | 'd' {
  if (/source changed/i.test(text)) return 'p';
  if (/possible duplicate/i.test(text)) return 'm';
  return decisions % 6 === 5 ? 'd' : 'p';
}

function countMerged(entries: Entry[]): number {
  return entries.reduce((sum, { duplicates }) => sum + duplicates.length, 0);
}

function inputOf({ name, feeds, rank }: DaySource, address: string) {
  return { address, name, feeds, rank, trust: 'review', every: 1440 };
}

type Call = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;

function openApi(site: OurSite, cookie: string): Call {
  const ask = asker(site);
  return async (method, path, body) => {
    const headers = {
      cookie,
      origin: site.url,
      'content-type': 'application/json',
      'accept-encoding': 'identity',
    };
    const sent = body ? { body: JSON.stringify(body) } : {};
    const response = await ask(`/api/v1${path}`, { method, headers, ...sent });
    const json = JSON.parse(response.body.toString() || '{}');
    if (response.status >= 400 && !path.endsWith('/refresh'))
      throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(json)}`);
    return json;
  };
}

async function checkAll(call: Call, ids: string[]): Promise<Checked> {
  const sum: Checked = { found: 0, new: 0, changed: 0, missing: 0 };
  for (const id of ids) {
    const checked = await call('POST', `/sources/${id}/refresh`);
    for (const name of Object.keys(sum) as (keyof Checked)[]) sum[name] += Number(checked[name] ?? 0);
  }
  return sum;
}

async function listInbox(call: Call): Promise<Entry[]> {
  const entries: Entry[] = [];
  let after = '';
  for (;;) {
    const page = await call('GET', `/inbox?limit=100${after && `&after=${after}`}`);
    entries.push(...(page.items as Entry[]));
    if (!page.next) return entries;
    after = String(page.next);
  }
}
