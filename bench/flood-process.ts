/** Senders of suggestions as a process of their own: receives a flood over its channel, and reports what became of it. */
import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { medianOf, quantileOf } from './figures.ts';
import type { Flood, Flooded, Outcome } from './suggestion-flood.ts';

/** As long as the site expects a person to need at least. */
const LEAST_MS = 3100;
/** More than the site accepts in an hour: a form that was refused can be sent again. */
const FORMS = 256;

const [flood] = (await once(process, 'message')) as [Flood];
process.once('disconnect', () => process.exit(0));
const agent = new Agent({ keepAlive: true, maxSockets: flood.atOnce });
const forms = await openForms();
process.send?.(await sendAll());

/** The tokens of open forms, which are old enough. */
async function openForms(): Promise<string[]> {
  const tokens: string[] = [];
  await inParallel(FORMS, async (at) => {
    tokens.push(await openForm(flood.first + at));
  });
  await wait(LEAST_MS);
  return tokens;
}

/** While the site is busy, it is tried again; while the form is closed, programs send what they like. */
async function openForm(at: number): Promise<string> {
  for (;;) {
    const { status, text } = await ask('GET', at);
    const isClosed = outcomeOf(status, text) === 'full';
    const token = isClosed ? 'none' : /name="opened" value="([^"]+)"/.exec(text)?.[1];
    if (token) return token;
    await wait(LEAST_MS);
  }
}

async function sendAll(): Promise<Flooded> {
  const startedAt = performance.now();
  const outcomes: Partial<Record<Outcome, number>> = {};
  const refusedMs: number[] = [];
  await inParallel(flood.total, async (at) => {
    const token = forms.shift() ?? 'none';
    const { outcome, ms } = await send(flood.first + at, token);
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    if (outcome === 'limit' || outcome === 'full') refusedMs.push(ms);
    if (outcome === 'limit' || outcome === 'full' || outcome === 'busy') forms.push(token);
  });
  return {
    outcomes,
    seconds: (performance.now() - startedAt) / 1000,
    refused: { p50: medianOf(refusedMs), p99: quantileOf(refusedMs, 0.99) },
  };
}

/** As many at once as the flood has connections. */
async function inParallel(count: number, work: (at: number) => Promise<void>): Promise<void> {
  let next = 0;
  const takeTurns = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: flood.atOnce }, takeTurns));
}

async function send(at: number, opened: string): Promise<{ outcome: Outcome; ms: number }> {
  const word = at.toString(36).padStart(4, 'q');
  const body = new URLSearchParams({
    ...{ kind: 'event', opened, website: '', link: '', alt: '', from: '' },
    ...{ title: `${word} ${word}fair of ${word}ville`, eventDate: flood.day, eventTime: '19:00' },
    ...{ eventLocation: `${word} hall`, description: `Sender ${at} knows of it. `.repeat(20) },
  }).toString();
  const startedAt = performance.now();
  const { status, text } = await ask('POST', at, body);
  return { outcome: outcomeOf(status, text), ms: performance.now() - startedAt };
}

function outcomeOf(status: number, text: string): Outcome {
  if (status === 200) return text.includes('Thank you. We got it.') ? 'accepted' : 'shown again';
  if (status === 503) return text.includes('come back tomorrow') ? 'full' : 'busy';
  if (status === 422) return 'shown again';
  if (status === 429) return 'limit';
  return status === 0 ? 'lost' : 'other';
}

function ask(method: string, at: number, body?: string): Promise<{ status: number; text: string }> {
  const headers: IncomingHttpHeaders = {
    'x-forwarded-for': addressOf(at),
    ...(body
      ? {
          origin: flood.url,
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': String(Buffer.byteLength(body)),
        }
      : {}),
  };
  return new Promise((resolve) => {
    const lost = () => resolve({ status: 0, text: '' });
    const message = request(`${flood.url}/submit`, { method, agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.once('error', lost).once('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    message.once('error', lost).end(body);
  });
}

/** Each IPv4 address in a /24 of its own; of IPv6, each in a /56 of its own, all of them in one /48 for each 256. */
function addressOf(at: number): string {
  const own = at % flood.addresses;
  if (flood.isOneNetwork) return `2001:db8:7:${((own * 256) % 65_536).toString(16)}::${own.toString(16)}`;
  return `10.${own >> 8}.${own & 255}.7`;
}
