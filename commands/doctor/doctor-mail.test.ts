import { generateKeyPairSync } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import dns2 from 'dns2';
import { expect, test } from 'vitest';
import { publicKeyOf } from '#app/platform/mail/dkim-key.server.ts';
import { readSettings } from '#app/platform/settings/settings.server.ts';
import { openFaultProxy } from '../../tests/fault-proxy.ts';
import { findFreePort } from '../../tests/free-port.ts';
import { typeCommand } from '../../tests/operator.ts';
import { listenSecurely } from '../../tests/outbound-servers.ts';
import { MAILGUN_API_KEY, openProviderApi } from '../../tests/provider-api.ts';
import { openSmtpSink } from '../../tests/smtp-sink.ts';
import type { Elsewhere } from './doctor-blocked-mail.ts';
import { listMailFindings } from './doctor-checks.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const publicKey = publicKeyOf(pem);
const environment = {
  MAIL_FROM: 'Maple <news@post.maple.example>',
  BELFRY_URL: 'https://maple.example',
  DKIM_KEY: pem,
  DKIM_SELECTOR: 's1',
};

type Records = Record<string, { txt?: string[]; mx?: string } | 'fails'>;

/** What `doctor mail` says with these DNS records, from a DNS server on loopback. */
async function findings(
  records: Records,
  more: Record<string, string> = {},
  elsewhere?: Elsewhere,
): Promise<string[]> {
  const server = dns2.createServer({
    udp: true,
    handle(request, send) {
      const response = dns2.Packet.createResponseFromRequest(request);
      const { name = '', type } = request.questions[0] ?? {};
      const record = records[name];
      if (record === 'fails') response.header.rcode = 2;
      else if (!record) response.header.rcode = 3;
      const base = { name, class: dns2.Packet.CLASS.IN, ttl: 60 };
      if (record && record !== 'fails' && type === dns2.Packet.TYPE.TXT)
        for (const data of record.txt ?? [])
          response.answers.push({ ...base, type, data: data.match(/.{1,255}/g) ?? [''] } as never);
      if (record && record !== 'fails' && record.mx && type === dns2.Packet.TYPE.MX)
        response.answers.push({ ...base, type, exchange: record.mx, priority: 10 } as never);
      send(response);
    },
  });
  const { udp } = await server.listen({ udp: { port: 0, address: '127.0.0.1' } });
  const resolver = new Resolver({ timeout: 2000, tries: 1 });
  resolver.setServers([`127.0.0.1:${(udp as { port: number }).port}`]);
  const found: string[] = [];
  try {
    for await (const { level, what } of listMailFindings(
      { ...environment, ...more },
      resolver,
      elsewhere && (() => elsewhere),
    ))
      found.push(`${level}: ${what}`);
  } finally {
    await server.close();
  }
  return found.filter((line) => !line.includes('SMTP_URL is not set'));
}

const good: Records = {
  'post.maple.example': { mx: 'mx.maple.example', txt: ['v=spf1 mx ~all', 'unrelated'] },
  's1._domainkey.post.maple.example': { txt: [`v=DKIM1; k=rsa; p=${publicKey}`] },
  '_dmarc.maple.example': { txt: ['v=DMARC1; p=quarantine'] },
};

test('doctor mail finds nothing to do where MX, SPF, DKIM and DMARC are right', async () => {
  expect(await findings(good)).toEqual([
    'ok: post.maple.example receives emails at mx.maple.example',
    'ok: SPF: v=spf1 mx ~all',
    'ok: DKIM: the key at s1._domainkey.post.maple.example is the one that signs the emails',
    'ok: DMARC: v=DMARC1; p=quarantine at _dmarc.maple.example',
  ]);
});

test('doctor mail says which records to add, with name, type and value', async () => {
  const [mx, spf, dkim, dmarc] = await findings({}, { SMTP_URL: 'smtp://127.0.0.1:1' }).then((all) =>
    all.slice(-4),
  );
  expect(mx).toMatch(/^warning: .* name post\.maple\.example, type MX, value 10 mail\.post\.maple\.example/);
  expect(spf).toMatch(
    /^problem: SPF: .* name post\.maple\.example, type TXT, value "v=spf1 mx a:maple\.example ~all"/,
  );
  expect(dkim).toContain(
    `name s1._domainkey.post.maple.example, type TXT, value "v=DKIM1; k=rsa; p=${publicKey}"`,
  );
  expect(dkim).toMatch(/^problem: /);
  expect(dmarc).toMatch(
    /^problem: .* name _dmarc\.post\.maple\.example, type TXT, value "v=DMARC1; p=none; rua=mailto:news@post\.maple\.example"$/,
  );
});

test('doctor mail finds another key, two policies, and one that lets anyone send', async () => {
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const otherKey = publicKeyOf(other.export({ type: 'pkcs8', format: 'pem' }).toString());
  const wrong = await findings({
    ...good,
    's1._domainkey.post.maple.example': { txt: [`v=DKIM1; p=${otherKey}`] },
    'post.maple.example': { mx: 'mx.maple.example', txt: ['v=spf1 -all', 'v=spf1 mx ~all'] },
    '_dmarc.maple.example': { txt: ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] },
  });
  expect(wrong[1]).toMatch(/^problem: .* has 2 SPF records/);
  expect(wrong[2]).toMatch(/^problem: DKIM: the key at .* is not the one of DKIM_KEY/);
  expect(wrong[3]).toMatch(/^problem: .* several DMARC records/);
  const open = await findings({
    ...good,
    'post.maple.example': { mx: 'mx.maple.example', txt: ['v=spf1 +all'] },
  });
  expect(open[1]).toMatch(/^warning: SPF: .* lets anyone send/);
});

test('doctor mail does not mistake a DNS that fails for a missing record', async () => {
  const failing = await findings({ ...good, 's1._domainkey.post.maple.example': 'fails' });
  expect(failing[2]).toMatch(
    /^warning: The DNS record of s1\._domainkey\.post\.maple\.example can't be looked up/,
  );
});

test('doctor mail shows the limits of the mail server, and a sender that no one can check', async () => {
  await using sink = await openSmtpSink({ size: 50_000 });
  const small = await findings(good, { SMTP_URL: sink.url });
  expect(small).toContain(
    'warning: The mail server accepts emails of up to 50 KB, too few for a newsletter. Raise its limit',
  );
  const { printed, code } = await typeCommand(['doctor', 'mail', '--json'], {
    environment: { SMTP_URL: sink.url, BELFRY_URL: 'http://localhost:3000' },
  });
  expect(code).toBe(1);
  expect(printed.join('')).toContain('Emails come from no-reply@localhost, which no mail server can check');
  expect((await typeCommand(['doctor', 'male'])).code).toBe(2);
  expect(readSettings(environment).dkim?.selector).toBe('s1');
});

test('doctor mail opens the mailbox for bounces, and never prints its password', async () => {
  const down = await findings(good, {
    IMAP_URL: `imap://town:hunter2@127.0.0.1:${await findFreePort()}/INBOX`,
  });
  expect(down).toContainEqual(
    expect.stringMatching(/^problem: The mailbox’s server does not respond\. Check IMAP_URL/),
  );
  expect(down.join('')).not.toContain('hunter2');
});

/** What doctor says first about a mail server; `settings` are those of the sender. */
async function mailServerFinding(smtpUrl: string, elsewhere: Elsewhere): Promise<string> {
  const found = await findings(good, { SMTP_URL: smtpUrl }, elsewhere);
  expect(found.join('\n')).not.toContain('hunter2');
  return found[0] ?? '';
}

test('doctor mail says that the host blocks outgoing mail when no mail server responds, but HTTPS works', async () => {
  await using sink = await openSmtpSink();
  await using proxy = await openFaultProxy({ host: '127.0.0.1', port: sink.port });
  await using site = await listenSecurely((_request, response) => response.end());
  const dropped = `smtp://town:hunter2@127.0.0.1:${proxy.port}`;
  const refused = `smtps://town:hunter2@127.0.0.1:${await findFreePort()}`;
  const elsewhere = { ports: [], sites: [site.url], reachable: [site.host], connectMs: 400 };
  proxy.set({ kind: 'blackhole' });
  for (const address of [dropped, refused])
    expect(await mailServerFinding(address, { ...elsewhere, mailServers: [dropped, refused] })).toMatch(
      /^problem: smtps?:\/\/127\.0\.0\.1:\d+: Your host blocks outgoing mail: .* SMTP_URL=https:\/\/api:KEY@api\.mailgun\.net\/v3\/DOMAIN .* It said: /,
    );
  expect(sink.received).toEqual([]);
});

test('doctor mail does not blame the host for one mail server, another port or a machine without network', async () => {
  await using sink = await openSmtpSink();
  const refused = `smtp://127.0.0.1:${await findFreePort()}`;
  await using site = await listenSecurely((_request, response) => response.end());
  const patient = { connectMs: 10_000, sites: [site.url], reachable: [site.host] };
  expect(await mailServerFinding(refused, { ...patient, ports: [], mailServers: [sink.url] })).toContain(
    'The mail server does not respond. Check SMTP_URL',
  );
  const { port } = sink;
  expect(await mailServerFinding(refused, { ...patient, ports: [port], mailServers: [refused] })).toContain(
    `It responds at smtp://127.0.0.1:${port}: use that in SMTP_URL.`,
  );
  const offline = { ...patient, ports: [], mailServers: [refused], sites: [`https://127.0.0.1:1/`] };
  expect(await mailServerFinding(refused, offline)).toContain('Check the network of this machine.');
  // A mail server that speaks is not blocked.
  sink.script.connect = () => 554;
  const never = { ...offline, mailServers: [] };
  expect(await mailServerFinding(sink.url, never)).toContain('The mail server does not respond.');
});

test('doctor mail checks the key of a provider, and sends nothing', async () => {
  await using api = await openProviderApi('mailgun');
  const ask = (SMTP_URL: string) =>
    findings({ ...good, 'post.maple.example': 'fails' }, { SMTP_URL, FETCH_ALLOW: api.host, DKIM_KEY: '' });
  expect((await ask(api.url)).slice(0, 2)).toEqual([
    `ok: The API at ${api.host} responds and accepts the key`,
    'ok: The connection to the mail server is encrypted',
  ]);
  const [wrong] = await ask(api.url.replace(MAILGUN_API_KEY, 'key-hunter2'));
  expect(wrong).toMatch(
    /^problem: https:\/\/127\.0\.0\.1:\d+: The mail server rejected .*Mailgun: API key is invalid/,
  );
  expect(wrong).not.toContain('hunter2');
  expect(api.received).toEqual([]);
  const [refused] = await ask('https://api:key-hunter2@api.mailgun.net/');
  expect(refused).toBe(
    'problem: SMTP_URL must end in the sending domain: https://api:KEY@api.mailgun.net/v3/DOMAIN. Example: SMTP_URL=smtps://user:password@mail.example:465',
  );
  const records = await findings({}, { SMTP_URL: api.url, FETCH_ALLOW: api.host, DKIM_KEY: '' });
  expect(records.filter((line) => /SPF|DKIM/.test(line))).toEqual([
    expect.stringMatching(/^warning: SPF: .* Add the DNS records that your provider shows/),
    expect.stringMatching(/^warning: DKIM: your provider signs the emails/),
  ]);
});
