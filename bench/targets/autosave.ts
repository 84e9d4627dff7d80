import { setTimeout as wait } from 'node:timers/promises';
import { type Form, formIn } from '../../tests/form-in.ts';
import type { Bench, Target } from '../bench.ts';
import { readMainCpu } from '../children.ts';
import { type DeskTown, withDeskTowns } from '../desk-town.ts';
import { figureOf, inTurns, medianOf, quantileOf } from '../figures.ts';
import { type Ask, asker } from '../one-request.ts';
import { type Latencies, sendAtRate } from '../open-loop.ts';
import type { OurSite } from '../our-site.ts';
import { atMost, type Row, row, timesOf } from '../report.ts';

const MOST_MS = 20;
const WORDS = 3000;
const PICTURES = 5;
/** As many as of 40 editors who type at once. */
const EVERY_MS = 100;
/** Uncached lists and cached ones, half each. */
const READS_PER_SECOND = 100;
const READING_MS = 5000;

/** What saving a long form automatically costs, and whether readers notice. */
export const autosave: Target = {
  name: 'autosave',
  title: `Automatic saves of an article of ${WORDS.toLocaleString('en')} words with ${PICTURES} pictures, in the same town`,
  run: (bench) => withDeskTowns(bench, (town) => measureAutosaves(bench, town)),
};

/** In ms: until the response, and CPU time of the thread that serves pages. */
type Cost = { ms: number; cpu: number };

async function measureAutosaves(bench: Bench, town: DeskTown): Promise<Row[]> {
  const site = await town.open();
  try {
    const save = await openForm(site, town);
    for (let turn = 0; turn < 30; turn++) await save();
    bench.say(`autosave: ${town.dialect}, alone`);
    const alone: Cost[] = [];
    for (let turn = 0; turn < bench.options.rounds * 40; turn++) alone.push(await save());
    bench.say(`autosave: ${town.dialect}, with readers`);
    const busy: Cost[] = [];
    const readers = () => read(bench, site);
    await readers();
    const pairs = await inTurns(bench.options.rounds, () => whileSaving(save, busy, readers), readers);
    return [
      costRow(`${town.dialect}: an autosave`, alone),
      costRow(`${town.dialect}: an autosave while ${READS_PER_SECOND} pages per second are read`, busy),
      readersRow(
        `${town.dialect}: readers, p99, while ${1000 / EVERY_MS} autosaves per second are made`,
        pairs,
      ),
    ];
  } finally {
    await site.stop();
  }
}

/** Creates the article and opens its form. Each call of the result types a word and saves. */
async function openForm(site: OurSite, { cookie }: DeskTown): Promise<() => Promise<Cost>> {
  const ask = asker(site);
  const headers = { cookie, origin: site.url };
  const json = JSON.stringify({
    title: 'A long story',
    link: 'https://example.org/long',
    pubDate: '2026-11-20T14:00:00Z',
    description: story(),
    sourceId: 'long-story',
    sourceName: 'The Hollow Ledger',
    sourceUrl: 'https://example.org/',
  });
  const put = await ask('/api/v1/articles/long-story', {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: json,
  });
  if (put.status >= 300) throw new Error(`the article could not be saved: ${put.status} ${put.body}`);
  const page = await ask('/admin/articles/long-story', {
    headers: { ...headers, 'accept-encoding': 'identity' },
  });
  const form = formIn(page.body.toString());
  let typed = 0;
  return () => saveOnce(site, ask, headers, form, `word${typed++}`);
}

async function saveOnce(
  { pid }: OurSite,
  ask: Ask,
  headers: Record<string, string>,
  form: Form,
  word: string,
): Promise<Cost> {
  form.description = (form.description ?? '').replace(/(?: word\d+)?<\/p>$/, ` ${word}</p>`);
  const body = new URLSearchParams(form).toString();
  const before = readMainCpu(pid) ?? 0;
  const answer = await ask('/admin/articles/long-story/autosave?session=bench', {
    method: 'POST',
    headers: {
      ...headers,
      'accept-encoding': 'identity',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body,
  });
  const cpu = ((readMainCpu(pid) ?? 0) - before) / 1000;
  const saved = JSON.parse(answer.body.toString()) as { kind: string; draft: string; version: string };
  if (saved.kind !== 'saved') throw new Error(`an autosave was ${saved.kind}: ${answer.status}`);
  Object.assign(form, { draft: saved.draft, version: saved.version });
  return { ms: answer.ms, cpu };
}

function story(): string {
  const words =
    'The council met on Tuesday to talk about the old bridge over the mill pond and its cost'.split(' ');
  const paragraphs = Array.from({ length: WORDS / 100 }, (_, at) => {
    const text = Array.from({ length: 100 }, (_, word) => words[(at * 7 + word) % words.length]).join(' ');
    return `<p>${text} <a href="https://example.org/${at}">Read more</a>.</p>`;
  });
  const picture = (at: number) =>
    `<p><img src="/media/${at.toString(16).padStart(32, '0')}-960.jpeg" alt="The bridge" width="960" height="720"></p>`;
  const step = paragraphs.length / PICTURES;
  return paragraphs.map((text, at) => (at % step === 0 ? picture(at) + text : text)).join('');
}

function read({ town, options }: Bench, { port }: OurSite): Promise<Latencies> {
  let asked = 0;
  const path = () => (asked++ % 2 === 0 ? '/articles' : town.nextListPath('near'));
  const durationMs = options.quick ? 1000 : READING_MS;
  return sendAtRate({ port, rate: READS_PER_SECOND, durationMs, path });
}

async function whileSaving<Result>(
  save: () => Promise<Cost>,
  costs: Cost[],
  work: () => Promise<Result>,
): Promise<Result> {
  let isOver = false;
  const saving = (async () => {
    while (!isOver) {
      const cost = await save();
      costs.push(cost);
      await wait(Math.max(0, EVERY_MS - cost.ms));
    }
  })();
  try {
    return await work();
  } finally {
    isOver = true;
    await saving;
  }
}

function costRow(what: string, costs: Cost[]): Row {
  const times = costs.map(({ ms }) => ms);
  const p95 = quantileOf(times, 0.95);
  const cpu = medianOf(costs.map(({ cpu }) => cpu));
  const aside = `p50 ${medianOf(times).toFixed(1)}, min ${Math.min(...times).toFixed(1)}; CPU of the main thread ${cpu.toFixed(1)}`;
  return row(
    `${what}: p95 of ${costs.length}`,
    { ours: figureOf([p95], 'ms', aside) },
    atMost(p95, MOST_MS, `${MOST_MS} ms`),
  );
}

/** The event loop must not be held longer than 20 ms. */
function readersRow(what: string, pairs: readonly { first: Latencies; second: Latencies }[]): Row {
  const ours = figureOf(
    pairs.map(({ first }) => first.p99),
    'ms',
  );
  const limit = figureOf(
    pairs.map(({ second }) => second.p99),
    'ms',
    'without',
  );
  const ratio = timesOf(pairs.map(({ first, second }) => ({ ours: first.p99, limit: second.p99 })));
  const more = ours.median - limit.median;
  return row(what, { ours, limit, ratio }, atMost(more, MOST_MS, `${MOST_MS} ms more than without`));
}
