import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings, SettingsError } from './settings.server.ts';
import { variables } from './variables.server.ts';

/** The error for these settings; undefined when they are valid. */
function refusalOf(environment: Record<string, string>): string | undefined {
  try {
    readSettings(environment);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as SettingsError).message;
  }
}

/** Other variables that a variable needs to be valid. */
const companions: Record<string, Record<string, string>> = {
  DATABASE_URL: { BELFRY_SECRET: 's'.repeat(32) },
  BELFRY_ADMIN_PASSWORD: { BELFRY_ADMIN_EMAIL: 'editor@example.org' },
  GOOGLE_CLIENT_ID: { GOOGLE_CLIENT_SECRET: 'secret' },
  GOOGLE_CLIENT_SECRET: { GOOGLE_CLIENT_ID: 'id' },
};

test('without variables every setting has its default', () => {
  expect(readSettings({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    url: 'http://localhost:3000',
    dataFolder: resolve('./data'),
    databaseUrl: undefined,
    workers: 1,
    secret: undefined,
    adminEmail: undefined,
    adminPassword: undefined,
    loadDemo: true,
    startEmpty: false,
    google: undefined,
    smtpUrl: undefined,
    mailFrom: undefined,
    backupPingUrl: undefined,
    fetchAllow: [],
    trustProxy: 0,
    hstsSubdomains: false,
    logLevel: 'info',
    production: false,
  });
});

test('an empty value counts as unset', () => {
  const empty = Object.fromEntries(variables.map(({ name }) => [name, '  ']));
  expect(readSettings(empty)).toEqual(readSettings({}));
});

test('in production the site listens on every address and loads no sample town', () => {
  expect(readSettings({ NODE_ENV: 'production' })).toMatchObject({ host: '0.0.0.0', loadDemo: false });
  expect(readSettings({ NODE_ENV: 'production', BELFRY_DEMO: '1' }).loadDemo).toBe(true);
});

test('on PostgreSQL the sample town is only loaded on request', () => {
  const postgres = { DATABASE_URL: 'postgres://a@b/c', BELFRY_SECRET: 's'.repeat(32) };
  expect(readSettings(postgres).loadDemo).toBe(false);
  expect(readSettings({ ...postgres, BELFRY_DEMO: '1' }).loadDemo).toBe(true);
});

test('the public origin follows the port and loses its trailing slash', () => {
  expect(readSettings({ PORT: '4000' }).url).toBe('http://localhost:4000');
  expect(readSettings({ BELFRY_URL: 'https://town.example/' }).url).toBe('https://town.example');
});

test("the administrator's address is stored in lower case", () => {
  expect(readSettings({ BELFRY_ADMIN_EMAIL: 'Editor@Example.ORG' }).adminEmail).toBe('editor@example.org');
});

test('allowed private addresses are written as in URLs', () => {
  const { fetchAllow } = readSettings({ FETCH_ALLOW: 'Pictures.LAN:8080, 10.0.0.5:080,[FD00::1]:443,' });
  expect(fetchAllow).toEqual(['pictures.lan:8080', '10.0.0.5:80', '[fd00::1]:443']);
});

// The example of DKIM_KEY is a file, which is read.
const readable = variables.filter(({ name }) => name !== 'DKIM_KEY');

test.each(readable.map(({ name, example }) => [name, example]))(
  '%s takes its own example',
  (name, example) => {
    expect(refusalOf({ ...companions[name], [name]: example })).toBeUndefined();
  },
);

test.each([
  ['PORT', 'eighty'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['HOST', 'http://example.org/'],
  ['BELFRY_URL', 'example.org'],
  ['BELFRY_URL', 'https://example.org/news'],
  ['BELFRY_URL', 'ftp://example.org'],
  ['DATABASE_URL', 'mysql://localhost/belfry'],
  ['BELFRY_WORKERS', '0'],
  ['BELFRY_WORKERS', 'auto'],
  ['BELFRY_SECRET', 'too short'],
  ['BELFRY_ADMIN_EMAIL', 'the editor'],
  ['BELFRY_ADMIN_PASSWORD', 'short'],
  ['BELFRY_DEMO', 'yes'],
  ['GOOGLE_ISSUER', 'accounts.google.com'],
  ['SMTP_URL', 'https://mail.example'],
  ['SMTP_URL', 'https://api.resend.com'],
  ['SMTP_URL', 'https://api:key@api.mailgun.net/v3/'],
  ['SMTP_URL', 'https://api:%zz@api.mailgun.net/v3/maple.example'],
  ['SMTP_URL', 'https://key@api.example?provider=postbox'],
  ['SMTP_URL', 'http://key@api.resend.com'],
  ['FETCH_ALLOW', 'pictures.lan'],
  ['FETCH_ALLOW', 'http://10.0.0.5:80'],
  ['FETCH_ALLOW', '10.0.0.5:80,10.0.0.6:70000'],
  ['TRUST_PROXY', 'true'],
  ['LOG_LEVEL', 'verbose'],
])('a wrong %s (%s) is refused by one line that names it, its problem and an example', (name, value) => {
  const refusal = refusalOf({ ...companions[name], [name]: value });
  expect(refusal).toMatch(new RegExp(`^${name} must .+\\. Example: ${name}=.+$`));
});

test('DATABASE_REPLICA_URL is refused with one line that says what to do', () => {
  const refusal = refusalOf({
    DATABASE_URL: 'postgres://a@b/c',
    BELFRY_SECRET: 's'.repeat(32),
    DATABASE_REPLICA_URL: 'postgres://a:hunter2@standby/c',
  });
  expect(refusal).toMatch(
    /^DATABASE_REPLICA_URL is no longer used[^\n]+Remove the variable\.[^\n]+ Example: DATABASE_URL=/,
  );
  expect(refusal).not.toContain('hunter2');
  expect(refusalOf({ DATABASE_REPLICA_URL: '' })).toBeUndefined();
});

test('the value of a secret is never printed', () => {
  const secrets = variables.filter(({ secret }) => secret).map(({ name }) => name);
  expect(secrets).toContain('DATABASE_URL');
  for (const name of secrets) {
    const refusal = refusalOf({ ...companions[name], [name]: 'hunter2' });
    // One of them has no invalid values.
    if (name !== 'GOOGLE_CLIENT_SECRET') expect(refusal).toContain(name);
    expect(refusal ?? '').not.toContain('hunter2');
  }
});

test('a password in an address in the wrong variable is not printed', () => {
  expect(refusalOf({ BELFRY_URL: 'postgres://belfry:hunter2@localhost/belfry' })).not.toContain('hunter2');
  expect(refusalOf({ BELFRY_URL: 'https://me:hunter2@example.org' })).not.toContain('hunter2');
});

test('an invalid value of several lines, or a very long one, is refused with one short line', () => {
  const refusal = refusalOf({ LOG_LEVEL: `loud\nBelfry is ready\u001b[2J${'x'.repeat(5000)}` }) ?? '';
  expect(refusal).not.toMatch(/\p{Cc}/u);
  expect(refusal.length).toBeLessThan(300);
});

test.each([
  ['DATABASE_URL', { DATABASE_URL: 'postgres://a@b/c' }, 'BELFRY_SECRET is required with DATABASE_URL'],
  ['BELFRY_ADMIN_PASSWORD', { BELFRY_ADMIN_PASSWORD: 'twelve or more' }, 'requires BELFRY_ADMIN_EMAIL'],
  ['GOOGLE_CLIENT_ID', { GOOGLE_CLIENT_ID: 'id' }, 'GOOGLE_CLIENT_SECRET is missing'],
  ['GOOGLE_CLIENT_SECRET', { GOOGLE_CLIENT_SECRET: 'secret' }, 'GOOGLE_CLIENT_ID is missing'],
] as [string, Record<string, string>, string][])(
  '%s alone is refused by one line that says what it needs',
  (_name, environment, problem) => {
    const refusal = refusalOf(environment) ?? '';
    expect(refusal).toContain(problem);
    expect(refusal).toMatch(/^[^\n]+ Example: [A-Z_]+=[^\n]+$/);
  },
);

test('DKIM_KEY is a private RSA key, in one line or several, or the name of its file', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const pem = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString().trim();
  const folder = mkdtempSync(join(tmpdir(), 'belfry-test-'));
  const file = join(folder, 'dkim.pem');
  writeFileSync(file, pem);
  for (const value of [pem, pem.replaceAll('\n', '\\n'), file])
    expect(readSettings({ DKIM_KEY: value }).dkim).toEqual({ privateKey: pem, selector: 'belfry' });
  expect(readSettings({ DKIM_KEY: file, DKIM_SELECTOR: 's1' }).dkim?.selector).toBe('s1');
  const curve = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  for (const value of [curve, join(folder, 'none.pem'), '-----BEGIN PRIVATE KEY-----\nsecret'])
    expect(refusalOf({ DKIM_KEY: value })).toMatch(/^DKIM_KEY (must be|names) [^\n]*$/);
  expect(refusalOf({ DKIM_SELECTOR: 'a b' })).toMatch(/^DKIM_SELECTOR must be/);
  expect(readSettings({}).dkim).toBeUndefined();
  rmSync(folder, { recursive: true });
});

test.each([
  'https://api:key@api.mailgun.net/v3/maple.example',
  'https://api:key@api.eu.mailgun.net/v3/maple.example/',
  'https://re_key@api.resend.com',
  'https://:re_key@api.resend.com/',
  'https://key@relay.example:8443?provider=resend',
])('SMTP_URL may be the API of a provider: %s', (value) => {
  expect(readSettings({ SMTP_URL: value }).smtpUrl).toBe(value);
});
