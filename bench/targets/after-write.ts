import type { Bench, Target } from '../bench.ts';
import { openCacheLook } from '../cache-look.ts';
import { figureOf } from '../figures.ts';
import { type Answer, type Ask, asker } from '../one-request.ts';
import { type Row, row } from '../report.ts';
import { signIn } from '../sign-in.ts';

/** Whether a write is visible in the next response, from any process, and which pages it makes outdated. */
export const afterWrite: Target = {
  name: 'write',
  title: 'After a write: the next request sees it, and only what it affects is rendered again',
  async run(bench) {
    const writes = bench.options.quick ? 5 : 50;
    return [...(await measureFreshness(bench, writes)), ...(await measureTouched(bench, writes))];
  },
};

/** The next responses after a write through the site, and after one by another process. */
async function measureFreshness(bench: Bench, writes: number): Promise<Row[]> {
  const { site, town, say } = bench;
  const ask = asker(site);
  const id = town.articleIds[3] as string;
  const patch = await patcher(bench, ask, id);
  say('write: through the site');
  const own = await freshness(ask, id, writes, patch);
  say('write: by another process');
  const other = await freshness(ask, id, writes, async (title) => town.touchArticle(id, title));
  return [
    row('saving through the API', { ours: figureOf(own.writing, 'ms') }),
    row('the article after a save', { ours: figureOf(own.reading, 'ms') }),
    staleRow('outdated responses, article and list', own.stale),
    staleRow('outdated responses after a write by another process', other.stale),
  ];
}

async function patcher({ site }: Bench, ask: Ask, id: string): Promise<(title: string) => Promise<Answer>> {
  const cookie = await signIn(site);
  const headers = { cookie, origin: site.url, 'content-type': 'application/json' };
  return async (title) => {
    const body = JSON.stringify({ title });
    const answer = await ask(`/api/v1/articles/${id}`, { method: 'PATCH', headers, body });
    if (answer.status !== 200) throw new Error(`a save returned ${answer.status}: ${answer.body}`);
    return answer;
  };
}

async function freshness(ask: Ask, id: string, writes: number, write: (title: string) => Promise<unknown>) {
  const found = { writing: [] as number[], reading: [] as number[], stale: 0 };
  for (let done = 0; done < writes; done++) {
    const title = `Measured ${Date.now().toString(36)}-${done}`;
    const before = performance.now();
    await write(title);
    found.writing.push(performance.now() - before);
    const article = await ask(`/articles/${id}`, { headers: { 'accept-encoding': 'identity' } });
    const list = await ask('/articles', { headers: { 'accept-encoding': 'identity' } });
    found.reading.push(article.ms);
    found.stale += [article, list].filter(({ body }) => !body.includes(title)).length;
  }
  return found;
}

function staleRow(what: string, stale: number): Row {
  return row(what, { ours: figureOf([stale], 'responses') }, { text: '0', met: stale === 0 });
}

/** After a write to one article: pages that show no articles, and pages of other articles. */
async function measureTouched({ site, town, say }: Bench, writes: number): Promise<Row[]> {
  say('write: what is rendered again');
  const look = await openCacheLook(site, town);
  const [written = '', , , , , , , other = ''] = town.articleIds;
  const untouched = ['/events', '/businesses', `/polls/${town.pollId}`];
  const kept = { untouched: [] as boolean[], other: [] as boolean[] };
  for (let done = 0; done < writes; done++) {
    for (const path of [...untouched, `/articles/${other}`]) await look.isHit(path);
    town.touchArticle(written);
    for (const path of untouched) kept.untouched.push(await look.isHit(path));
    kept.other.push(await look.isHit(`/articles/${other}`));
  }
  return [
    keptRow('events, businesses and a poll still from the cache', kept.untouched),
    keptRow('the page of another article still from the cache', kept.other),
  ];
}

/** A hit is detected by its cost, and on a busy machine sometimes counted as a miss; a real miss occurs each time. */
const LEAST_KEPT = 90;

function keptRow(what: string, hits: readonly boolean[]): Row {
  const share = (100 * hits.filter(Boolean).length) / hits.length;
  return row(what, { ours: figureOf([share], '%') }, { text: `≥ ${LEAST_KEPT} %`, met: share >= LEAST_KEPT });
}
