/** What an editor finds in the morning: sent with the real forms, by as many readers. */
import { setTimeout as wait } from 'node:timers/promises';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { formIn } from '../../tests/form-in.ts';
import { sampleInputs } from '../../tests/sample-inputs.ts';
import { type Ask, asker } from '../one-request.ts';
import type { OurSite } from '../our-site.ts';

/** The site takes no form sooner. */
const LEAST_MS = 3100;
const ORDINARY = 15;
const DUPLICATES = 3;

/** What a hostile text says, which an editor recognizes. */
export const HOSTILE = 'casino';

type Form = Record<string, string>;

/**
 * Publishes three events, then sends 20 suggestions, of which three are about the same events and two are hostile, and a
 * correction of one event. Throws when one is not accepted.
 */
export async function sendSuggestions(site: OurSite, cookie: string): Promise<void> {
  const ask = asker(site);
  const day = new Date(Date.now() + 14 * DAY_MS).toISOString().slice(0, 10);
  for (let at = 0; at < DUPLICATES; at++) await publish(site, ask, { cookie, day, at });
  const forms = [
    ...Array.from({ length: ORDINARY }, (_, at) => ordinary(at, day)),
    ...similar(day),
    ...hostile(),
  ];
  const sent: [string, Form][] = [...forms.map((form): [string, Form] => ['/submit', form]), correction()];
  const opened: string[] = [];
  for (const [path] of sent) opened.push(await openForm(ask, path));
  await wait(LEAST_MS);
  for (const [at, [path, form]] of sent.entries())
    await sendForm(site, ask, path, { ...form, opened: opened[at] ?? '', same: 'no' });
}

async function publish(
  site: OurSite,
  ask: Ask,
  { cookie, day, at }: { cookie: string; day: string; at: number },
): Promise<void> {
  const input = {
    ...sampleInputs.events,
    title: titles[at],
    eventDate: `${day}T23:00:00Z`,
    eventTime: '6:00 PM',
  };
  const { status, body } = await ask(`/api/v1/events/known-${at}`, {
    method: 'PUT',
    headers: { cookie, origin: site.url, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  if (status >= 300) throw new Error(`an event could not be published: ${status} ${body}`);
}

const titles = ['Grange supper with pies', 'Winter book sale', 'Sledding at Notch Hill'];

function ordinary(at: number, day: string): Form {
  const word = ['Quilt', 'Fiddle', 'Orchard', 'Lantern', 'Chess', 'Bread', 'Owl', 'River'][at % 8] as string;
  if (at % 3 === 2)
    return {
      kind: 'news',
      title: `${word} club found ${at} old maps`,
      description: `In the attic of house ${at}.`,
    };
  return eventOf(`${word} evening number ${at}`, day, `House ${at}`);
}

function similar(day: string): Form[] {
  return titles.map((title) => eventOf(`${title}!`, day, 'Town Hall'));
}

function hostile(): Form[] {
  return ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>'].map((text, at) => ({
    ...{
      kind: 'news',
      title: `${text} Best ${HOSTILE} ${at}`,
      description: `${text} https://${HOSTILE}.example`,
    },
    link: `https://${HOSTILE}.example/${at}`,
  }));
}

function correction(): [string, Form] {
  return ['/correct/events/known-0', { wrong: 'time', eventTime: '6:30 PM' }];
}

function eventOf(title: string, eventDate: string, eventLocation: string): Form {
  return {
    kind: 'event',
    title,
    eventDate,
    eventTime: '18:00',
    eventLocation,
    description: 'All are welcome.',
  };
}

async function openForm(ask: Ask, path: string): Promise<string> {
  const { body } = await ask(path, { headers: { 'accept-encoding': 'identity' } });
  return formIn(body.toString()).opened ?? '';
}

async function sendForm({ url }: OurSite, ask: Ask, path: string, form: Form): Promise<void> {
  const { status, body } = await ask(path, {
    method: 'POST',
    headers: {
      ...{ origin: url, 'accept-encoding': 'identity' },
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(form).toString(),
  });
  const isTaken = status === 303 || (status === 200 && body.includes('Your private link'));
  if (!isTaken) throw new Error(`“${form.title ?? path}” was not taken: ${status}`);
}
