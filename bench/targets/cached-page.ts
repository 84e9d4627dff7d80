import { HOUR_MS } from '#app/platform/time/durations.ts';
import type { Bench, Target } from '../bench.ts';
import { inTurns } from '../figures.ts';
import type { LimitAnswer } from '../limit-site.ts';
import { costRatio, sendBurst, warmUp } from '../load.ts';
import { type Answer, asker } from '../one-request.ts';
import { atLeast, type Row, row } from '../report.ts';
import { signIn } from '../sign-in.ts';

/** The share of bare node:http that a cached page must reach (requirements: speed). */
const LEAST = 90;

/** A cached page next to bare node:http that sends the same headers and bytes; then its 304 next to its 200, and itself with an urgent notice. */
export const cachedPage: Target = {
  name: 'cached',
  title: 'Cached page: server CPU per request, compared with bare node:http with the same bytes',
  async run(bench) {
    const rows: Row[] = [];
    for (const [what, path] of Object.entries(pagesOf(bench)))
      rows.push(await measureCached(bench, what, path));
    return [...rows, await measureNotModified(bench), await measureNotice(bench)];
  },
};

function pagesOf({ town }: Bench): Record<string, string> {
  return {
    'article list': '/articles',
    article: `/articles/${town.articleIds[0]}`,
    events: '/events',
    'API list': '/api/v1/articles',
  };
}

/** One cached page, alternating with its limit. */
export async function measureCached(bench: Bench, what: string, path: string): Promise<Row> {
  const { site, options, withLimit, say } = bench;
  say(`cached: ${what}`);
  const answer = await asker(site)(path);
  const pairs = await withLimit(sameAnswer(answer), async (limit) => {
    const burst = { path, durationMs: options.burstMs };
    await warmUp(limit, bench, burst);
    await warmUp(site, bench, burst);
    return inTurns(
      options.rounds,
      () => sendBurst(site, burst),
      () => sendBurst(limit, burst),
    );
  });
  const facts = { ...costRatio(pairs), note: `${answer.body.length} bytes in brotli` };
  return row(what, facts, atLeast(facts.ratio.median, LEAST, `${LEAST} %`));
}

/** The headers and bytes that our site sent, without those that Node adds. */
export function sameAnswer({ rawHeaders, body, status }: Answer): LimitAnswer {
  const added = ['connection', 'keep-alive', 'date', 'transfer-encoding'];
  const headers = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 && !added.includes(name.toLowerCase()) ? [name, rawHeaders[at + 1] ?? ''] : [],
  );
  return { kind: 'bytes', status, headers, body: body.toString('base64') };
}

async function measureNotModified({ site, options, say }: Bench): Promise<Row> {
  say('cached: 304');
  const path = '/articles';
  const { headers } = await asker(site)(path);
  const whole = { path, durationMs: options.burstMs };
  const known = { ...whole, headers: { 'if-none-match': String(headers.etag) }, status: 304 };
  const pairs = await inTurns(
    options.rounds,
    () => sendBurst(site, known),
    () => sendBurst(site, whole),
  );
  const facts = costRatio(pairs);
  return row(
    '304 for a matching ETag, compared with its 200',
    facts,
    atLeast(facts.ratio.median, 100, '100 %'),
  );
}

/** The same page with an urgent notice and without, in turns. */
async function measureNotice(bench: Bench): Promise<Row> {
  const { site, options, say } = bench;
  say('cached: with a notice');
  const cookie = await signIn(site);
  const headers = { cookie, origin: site.url, 'content-type': 'application/json' };
  const send = async (method: string, path: string, facts: object, status: number) => {
    const answer = await asker(site)(path, { method, headers, body: JSON.stringify(facts) });
    if (answer.status !== status) throw new Error(`${method} ${path} returned ${answer.status}`);
    return answer;
  };
  const burst = { path: '/articles', durationMs: options.burstMs };
  const without = async () => {
    await warmUp(site, bench, burst);
    return sendBurst(site, burst);
  };
  const withNotice = async () => {
    const endsAt = new Date(Date.now() + HOUR_MS).toISOString();
    const notice = {
      text: 'Snow emergency. No parking on the streets until morning.',
      kind: 'danger',
      endsAt,
    };
    const { body } = await send('POST', '/api/v1/notices', notice, 201);
    const measured = await without();
    const { id } = JSON.parse(body.toString()) as { id: string };
    await send('PATCH', `/api/v1/notices/${id}`, { endsAt: new Date().toISOString() }, 200);
    return measured;
  };
  const facts = costRatio(await inTurns(options.rounds, withNotice, without));
  return row(
    'article list with an urgent notice, compared with the same without',
    facts,
    atLeast(facts.ratio.median, LEAST, `${LEAST} %`),
  );
}
