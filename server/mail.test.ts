import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { buildIfStale } from '../scripts/build-if-stale.mjs';
import { type BuiltSite, openBuiltSite } from '../tests/built-site.ts';
import { longTest } from '../tests/long-test.ts';
import { certificate } from '../tests/loopback-certificate.ts';
import { createPostgresDatabase } from '../tests/postgres-database.ts';
import { MAILGUN_API_KEY, openProviderApi } from '../tests/provider-api.ts';
import { openSmtpSink, type SmtpSink } from '../tests/smtp-sink.ts';

await buildIfStale();

const ADMIN = { email: 'editor@example.org', password: 'a sentence of many words' };

type More = { environment?: Record<string, string>; databaseUrl?: string };

function openMailingSite(
  sink: Pick<SmtpSink, 'url'>,
  { environment, databaseUrl }: More = {},
): Promise<BuiltSite> {
  return openBuiltSite({
    databaseUrl,
    environment: {
      SMTP_URL: sink.url,
      MAIL_FROM: 'Maple Hollow <news@maple.example>',
      BELFRY_ADMIN_EMAIL: ADMIN.email,
      BELFRY_ADMIN_PASSWORD: ADMIN.password,
      BELFRY_DEMO: '0',
      ...environment,
    },
  });
}

/** Sends a form like a browser on the site. */
function post(site: BuiltSite, path: string, form: Record<string, string>, cookie = ''): Promise<Response> {
  return fetch(site.url + path, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(form),
    headers: { Origin: site.url, Cookie: cookie },
  });
}

async function logIn(site: BuiltSite): Promise<string> {
  const response = await post(site, '/login', ADMIN);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** The same, once the login notification has arrived. */
async function logInAndBeTold(site: BuiltSite, sink: SmtpSink): Promise<string> {
  const told = nextMail(sink);
  const cookie = await logIn(site);
  await told;
  return cookie;
}

function nextMail(sink: SmtpSink): Promise<void> {
  return new Promise((resolve) => {
    sink.script.data = () => void resolve();
  });
}

async function expectOneEmail(workers: string): Promise<void> {
  await using sink = await openSmtpSink();
  const site = await openMailingSite(sink, { environment: { BELFRY_WORKERS: workers } });
  const cookie = await logInAndBeTold(site, sink);
  const arrived = nextMail(sink);
  const response = await post(site, '/admin/mail/test', {}, cookie);
  expect(response.headers.get('Location')).toBe('/admin/mail?saved=1');
  await arrived;
  expect(await site.stop()).toBe(0);
  const afterNotice = sink.received.slice(1).map(({ from, to }) => [from, to]);
  expect(afterNotice).toEqual([['news@maple.example', [ADMIN.email]]]);
}

test('R-56 with one process an email is sent, once', () => expectOneEmail('1'));

longTest('R-56 with workers an email is sent, once', () => expectOneEmail('2'), [
  'server/workers',
  'app/platform/mail',
  'app/background',
]);

longTest('R-65 a site sends its emails over the API of a provider, and its log has no key', async () => {
  await using api = await openProviderApi('mailgun');
  const folder = await mkdtemp(join(tmpdir(), 'belfry-ca-'));
  await writeFile(join(folder, 'ca.pem'), certificate);
  const environment = {
    SMTP_URL: api.url,
    FETCH_ALLOW: api.host,
    NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
    LOG_LEVEL: 'trace',
  };
  const site = await openMailingSite({ url: '' }, { environment });
  const refused = Promise.withResolvers<void>();
  api.react = () => {
    refused.resolve();
    return { status: 401, body: { message: `Invalid private key ${MAILGUN_API_KEY}` } };
  };
  const cookie = await logIn(site);
  await refused.promise;
  // The provider accepts the key again: the next email takes the one that waits with it.
  const arrived = new Promise<void>((resolve) => {
    api.react = () => void (api.received.length === 1 && resolve());
  });
  expect((await post(site, '/admin/mail/test', {}, cookie)).status).toBe(303);
  await arrived;
  expect(await site.stop()).toBe(0);
  expect(api.received.map(({ to }) => to)).toEqual([ADMIN.email, ADMIN.email]);
  const subjects = api.received.map(({ raw = '' }) => /^subject: (.*)$/im.exec(raw.toString())?.[1]);
  expect(new Set(subjects).size).toBe(2);
  expect(site.output()).toContain('"trouble":"login"');
  expect(site.output()).not.toContain(MAILGUN_API_KEY);
  await rm(folder, { recursive: true });
}, ['app/platform/mail', 'app/background']);

longTest('R-56 R-63 a mail server that stalls delays neither a request nor the shutdown', async () => {
  await using sink = await openSmtpSink();
  const site = await openMailingSite(sink);
  const cookie = await logInAndBeTold(site, sink);
  const stalled = new Promise<void>((resolve) => {
    sink.script.recipient = () => {
      resolve();
      return 'stall';
    };
  });
  expect((await post(site, '/admin/mail/test', {}, cookie)).status).toBe(303);
  await stalled;
  const page = await fetch(`${site.url}/admin/mail`, { headers: { Cookie: cookie } });
  expect(await page.text()).toContain('Sending now.');
  // After 15 seconds it would be killed, without a code.
  expect(await site.stop()).toBe(0);
  expect(site.output()).not.toContain(ADMIN.email);
}, ['app/platform/mail', 'app/background']);

longTest(
  'R-56 with several nodes on one database each email is sent once',
  async (context) => {
    context.skip(!inject('postgresUrl'));
    await using sink = await openSmtpSink();
    const database = await createPostgresDatabase(inject('postgresUrl') ?? '');
    const more = { databaseUrl: database.url };
    const nodes = [await openMailingSite(sink, more), await openMailingSite(sink, more)];
    const arrived = new Promise<void>((resolve) => {
      // Three tests and the login notification of each.
      let count = 0;
      sink.script.data = () => void (++count === 8 && resolve());
    });
    for (const node of nodes) {
      const cookie = await logIn(node);
      await Promise.all([1, 2, 3].map(() => post(node, '/admin/mail/test', {}, cookie)));
    }
    await arrived;
    for (const node of nodes) expect(await node.stop()).toBe(0);
    await database.drop();
    expect(new Set(sink.received.map(({ raw }) => /^message-id: .*$/im.exec(raw.toString())?.[0])).size).toBe(
      8,
    );
    expect(sink.received).toHaveLength(8);
  },
  ['app/platform/mail', 'app/background'],
);
