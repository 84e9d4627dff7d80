/** A running site, used with recognizable secrets, and a search of its whole log for them. */
import { expect, test } from 'vitest';
import { openBuiltSite } from './built-site.ts';

const canary = {
  adminPassword: 'CANARY-admin-password-4711',
  password: 'CANARY-member-password-4712',
  wrongPassword: 'CANARY-wrong-password-4713',
  email: 'canary-june@canary-mail.example',
  admin: 'canary-editor@canary-mail.example',
  body: 'CANARY-body-4714',
  token: `blf_${'CANARYx'.repeat(6)}x`,
  link: 'CANARYlink'.repeat(5),
  agent: 'CANARY-agent\u001b[31m',
};

test('R-65 after a site was used, its log contains no password, cookie, token, link, address or body', async () => {
  const environment = {
    LOG_LEVEL: 'trace',
    BELFRY_DEMO: '0',
    BELFRY_ADMIN_EMAIL: canary.admin,
    BELFRY_ADMIN_PASSWORD: canary.adminPassword,
  };
  const site = await openBuiltSite({ environment });
  const secrets: string[] = Object.values(canary);
  const ask = async (path: string, form?: Record<string, string>, headers: Record<string, string> = {}) => {
    const response = await fetch(site.url + path, {
      redirect: 'manual',
      headers: { Origin: site.url, 'User-Agent': 'CANARY-agent', ...headers },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
    for (const cookie of cookies) secrets.push(cookie.slice(cookie.indexOf('=') + 1));
    return { text: await response.text(), Cookie: cookies.join('; ') };
  };
  const member = { email: canary.email, password: canary.password };
  await ask('/login?mode=register', member);
  const { Cookie } = await ask('/login', member);
  await ask('/login', { ...member, password: canary.wrongPassword });
  await ask('/login', { email: `${canary.body}@x`, password: canary.wrongPassword });
  await ask('/account', {}, { Cookie });
  await ask(
    '/account/password',
    { password: canary.password, newPassword: canary.wrongPassword },
    { Cookie },
  );
  await ask('/forgot', { email: canary.email });
  for (const path of ['/setup?token=', '/reset/', '/verify/']) {
    await ask(path + canary.link);
    await ask(path + canary.link, { password: canary.password });
  }
  const admin = await ask('/login', { email: canary.admin, password: canary.adminPassword });
  const made = await ask(
    '/admin/settings/tokens',
    { name: 'x', scope: 'write', days: '30' },
    { Cookie: admin.Cookie },
  );
  const token = /value="(blf_[\w-]+)"/.exec(made.text)?.[1] ?? '';
  expect(token).toHaveLength(47);
  secrets.push(token);
  for (const bearer of [token, canary.token])
    for (const body of [`{"title":"${canary.body}"}`, `{"${canary.body}`]) {
      const headers = { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' };
      await fetch(`${site.url}/api/v1/news/x?token=${bearer}`, { method: 'PUT', headers, body });
    }
  await ask('/admin/mail/test', {}, { Cookie: admin.Cookie });
  await ask('/logout', {}, { Cookie: admin.Cookie });
  await ask(`/articles/%E0%A4%A${canary.body}?next=${encodeURIComponent(canary.link)}`);
  expect(await site.stop()).toBe(0);
  const lines = site.output();
  for (const secret of new Set(secrets.filter((each) => each.length > 5)))
    expect([secret, lines.includes(secret)]).toEqual([secret, false]);
  expect(lines).not.toMatch(/canary-(june|editor)/i);
  for (const line of lines.split('\n').filter((each) => each.startsWith('{'))) JSON.parse(line);
}, 90_000);
