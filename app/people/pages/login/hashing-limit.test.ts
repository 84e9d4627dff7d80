import { expect, test } from 'vitest';
import { openSite } from '../../../../tests/open-site.ts';

const june = { email: 'june@example.org', password: 'river in spring' };

test('R-02: passwords that cannot be hashed in time are refused at once with 503, and the form keeps what was typed', async () => {
  await using site = await openSite();
  await site.post('/login?mode=register', june);
  const tries = Array.from({ length: 40 }, (_, n) =>
    site.post('/login', { email: `n${n}@example.org`, password: 'wrong' }),
  );
  const responses = await Promise.all(tries);
  const busy = responses.filter(({ status }) => status === 503);
  // One after the other, as their attempts are counted: some passwords are hashed before the last arrives.
  expect(busy.length).toBeGreaterThanOrEqual(5);
  expect(responses.filter(({ status }) => status === 400)).toHaveLength(40 - busy.length);
  expect(busy[0]?.headers.get('Retry-After')).toBe('5');
  const html = (await busy[0]?.text()) ?? '';
  expect(html).toContain('Many people are logging in right now');
  expect(html).toMatch(/value="n\d+@example\.org"/);
  expect(html).not.toContain('wrong');
});
