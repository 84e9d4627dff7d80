import { expect, test } from 'vitest';
import { openSite, type TestSite } from '../../../../tests/open-site.ts';

const june = { email: 'june@example.org', password: 'river in spring' };

test('The login page has its intro, Continue with Google, email and password, and the toggle', async () => {
  await using site = await openSite();
  const html = await site.page('/login');
  expect(html).toContain('<h1>Login</h1>');
  expect(html).toContain('Reading is free, no account needed.');
  expect(html).toContain('Continue with Google');
  expect(html).toContain('Google sign-in is not set up on this site yet.');
  expect(html).toMatch(/<label for="email">Email<\/label><input [^>]*type="email"/);
  expect(html).toMatch(/<label for="password">Password<\/label><input [^>]*type="password"/);
  expect(html).toMatch(/<a href="\/login\?mode=register">Register<\/a>/);
  expect(html).not.toContain('newsletterOptIn');
  expect(html).toContain('<a href="/forgot">Forgot your password?</a>');
});

test('The opt-in is shown in register mode only, and checked', async () => {
  await using site = await openSite();
  const html = await site.page('/login?mode=register');
  expect(html).toContain('<h1>Register</h1>');
  expect(html).toMatch(/<input type="checkbox" name="newsletterOptIn" checked=""/);
  expect(html).toContain('Send me community updates and promotions.');
  expect(html).toContain('You must be at least 13.');
});

test("The browser checks only the email input's type", async () => {
  await using site = await openSite();
  for (const path of ['/login', '/login?mode=register']) {
    expect(await site.page(path)).not.toMatch(/<input [^>]*\s(required|minlength|maxlength|pattern)=/i);
  }
});

test('Registering logs in, stores the opt-in and leads to the articles', async () => {
  await using site = await openSite();
  for (const [email, form, optedIn] of [
    ['a@example.org', { newsletterOptIn: 'on' }, true],
    ['b@example.org', {}, false],
  ] as const) {
    const response = await site.post('/login?mode=register', { ...june, ...form, email });
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/articles']);
    const account = await site.page('/account', cookieOf(response));
    expect(account).toContain(`Logged in as <!-- -->${email}`);
    expect(account.includes('name="newsletterOptIn" checked')).toBe(optedIn);
  }
});

test('Logging in leads to the articles, or back to the page that required it', async () => {
  await using site = await openSite();
  await site.post('/login?mode=register', june);
  const plain = await site.post('/login', june);
  expect([plain.status, plain.headers.get('Location')]).toEqual([303, '/articles']);
  expect(plain.headers.getSetCookie().join()).toMatch(/^belfry-dev=[^;]+; .*HttpOnly; SameSite=Lax$/);
  expect(plain.headers.get('Cache-Control')).toBe('private, no-store');
  const onward = await site.post('/login?next=%2Faccount', june);
  expect(onward.headers.get('Location')).toBe('/account');
  const outward = await site.post('/login?next=%2F%2Fevil.example', june);
  expect(outward.headers.get('Location')).toBe('/articles');
});

test('Logged-in users are redirected to the articles', async () => {
  await using site = await openSite();
  const member = await site.asMember();
  for (const path of ['/login', '/login?mode=register', '/login?next=/account']) {
    expect((await site.fetch(path, { headers: member })).headers.get('Location')).toBe('/articles');
  }
});

test('A failed login says so even if a user is already logged in', async () => {
  await using site = await openSite();
  const member = await site.asMember();
  for (const path of ['/login', '/login?mode=register']) {
    const response = await site.post(path, { ...june, password: 'wrong' }, member);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('There was an error. Please try again later.');
  }
});

test('A failed login shows the generic message in a danger alert and keeps the address', async () => {
  await using site = await openSite();
  await site.post('/login?mode=register', june);
  for (const form of [
    { ...june, password: 'wrong' },
    { ...june, email: 'nobody@example.org' },
  ]) {
    const html = await failedPage(site, '/login', form);
    expect(html).toContain(`value="${form.email}"`);
    expect(html).not.toContain(form.password);
    expect(html).toContain('<h1>Login</h1>');
  }
});

test('A failed registration shows the same message, stays in register mode and keeps address and opt-in', async () => {
  await using site = await openSite();
  const common = await failedPage(site, '/login?mode=register', { ...june, password: 'password1' });
  expect(common).toContain('<h1>Register</h1>');
  expect(common).toContain('value="june@example.org"');
  expect(common).toContain('That password is too common');
  expect(common).toMatch(/<input type="checkbox" name="newsletterOptIn"(?! checked)/);
  const short = await failedPage(site, '/login?mode=register', {
    email: 'x',
    password: 'short',
    newsletterOptIn: 'on',
  });
  expect(short).toContain('Use at least 8 characters');
  expect(short).toContain('Enter an email address');
  expect(short).toMatch(/<input type="checkbox" name="newsletterOptIn" checked/);
});

test('Empty, missing and oversized fields fail like any other login', async () => {
  await using site = await openSite();
  await failedPage(site, '/login', {});
  await failedPage(site, '/login', { email: '', password: '' });
  await failedPage(site, '/login', { email: 'june@example.org', password: 'x'.repeat(300) });
  const file = new FormData();
  file.set('email', new Blob(['x']), 'x.txt');
  const response = await site.fetch('/login', {
    method: 'POST',
    body: file,
    headers: { Origin: site.origin },
  });
  expect(response.status).toBe(400);
});

test('A form from another site logs no one in', async () => {
  await using site = await openSite();
  await site.post('/login?mode=register', june);
  const response = await site.post('/login', june, { Origin: 'https://evil.example' });
  expect(response.status).toBe(403);
  expect(response.headers.getSetCookie()).toEqual([]);
});

test('Without Google sign-in configured, its button leads to the failure message', async () => {
  await using site = await openSite();
  const response = await site.post('/login/google', { popup: '' });
  expect([response.status, response.headers.get('Location')]).toEqual([303, '/login?google=failed']);
  expect(await site.page('/login?google=failed')).toContain('There was an error. Please try again later.');
  expect(await site.page('/login/google')).toContain('<a href="/login">Continue</a>');
  const callback = await site.fetch('/login/google/callback?code=x&state=y');
  expect(callback.headers.get('Location')).toBe('/login?google=failed');
});

async function failedPage(site: TestSite, path: string, form: Record<string, string>): Promise<string> {
  const response = await site.post(path, form);
  expect(response.status).toBe(400);
  expect(response.headers.getSetCookie()).toEqual([]);
  const html = await response.text();
  expect(html).toMatch(/class="alert is-danger" role="alert"/);
  expect(html).toContain('There was an error. Please try again later.');
  return html;
}

function cookieOf(response: Response): { Cookie: string } {
  return {
    Cookie: response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  };
}
