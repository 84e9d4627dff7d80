/** Readers suggest something, in tests. */
import { openSite, type TestSite } from './open-site.ts';

/** When its clock starts. */
export const NOW = Date.parse('2026-11-20T22:00:00Z');

type Entry = { id: string; title: string; item: { id: string; description: string } };

/** A site whose clock and whose visitors' address can be changed, with its inbox by the API. */
export async function openTown(environment: Record<string, string> = {}) {
  let now = NOW;
  let address = '203.0.113.7';
  const site = await openSite({ now: () => now, address: () => address, environment });
  const admin = await site.asAdmin();
  const json = { 'Content-Type': 'application/json', Origin: 'http://localhost:3000' };
  const api = async (path: string, body?: object) => {
    // Sessions end while the clock is moved.
    const headers = await site.asAdmin();
    const init = body
      ? { method: 'POST', headers: { ...headers, ...json }, body: JSON.stringify(body) }
      : { headers };
    const response = await site.fetch(`/api/v1/inbox${path}`, init);
    const { items = [], ...rest } = (await response.json()) as { items?: Entry[] };
    return { status: response.status, items, ...rest };
  };
  return {
    ...site,
    admin,
    api,
    pass: (ms: number) => {
      now += ms;
    },
    from: (text: string) => {
      address = text;
    },
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

/** An event that can be sent. */
export const swap = {
  kind: 'event',
  title: 'Story swap for the long nights',
  description: 'Bring a true story.\n\nSoup & bread <b>free</b>.',
  eventDate: '2026-12-04',
  eventTime: '19:00',
  eventLocation: 'The Copper Kettle',
};

/** The value of a hidden input. */
export function inputOf(html: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
}

/** Opens the form, waits, and sends it. */
export async function send(
  town: TestSite & { pass: (ms: number) => void },
  fields: Record<string, string>,
  waitMs = 4000,
) {
  const opened = inputOf(await town.page('/submit'), 'opened');
  town.pass(waitMs);
  const response = await town.post('/submit', { ...fields, opened });
  const html = await response.text();
  return { status: response.status, response, html, link: /\/submit\/([\w-]{43})/.exec(html)?.[1] ?? '' };
}
