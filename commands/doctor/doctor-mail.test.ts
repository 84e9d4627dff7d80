import { generateKeyPairSync } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import dns2 from 'dns2';
import { expect, test } from 'vitest';
import { publicKeyOf } from '#app/platform/mail/dkim-key.server.ts';
import { readSettings } from '#app/platform/settings/settings.server.ts';
import { findFreePort } from '../../tests/free-port.ts';
import { typeCommand } from '../../tests/operator.ts';
import { openSmtpSink } from '../../tests/smtp-sink.ts';
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
async function findings(records: Records, more: Record<string, string> = {}): Promise<string[]> {
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
    for await (const { level, what } of listMailFindings({ ...environment, ...more }, resolver))
      found.push(`${level}: ${what}`);
  } finally {
    await server.close();
  }
  return found.filter((line) => !line.includes('SMTP_URL'));
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
