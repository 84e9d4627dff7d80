import { expect, test } from 'vitest';
import { openLog } from './log.ts';

const SECRET = 'only good for tests, but long enough to be one';

function openTestLog(secret = SECRET) {
  const lines: string[] = [];
  return { lines, log: openLog('info', secret, { write: (line) => void lines.push(line) }) };
}

test('R-65 an email address becomes a keyed hash: one per person, another with another key', () => {
  const { lines, log } = openTestLog();
  log.info({ to: 'June@Example.org' }, 'a mail to june@example.org went');
  const found = lines[0]?.match(/person:[0-9a-f]{12}/g) ?? [];
  expect(found).toHaveLength(2);
  expect(new Set(found).size).toBe(1);
  expect(lines[0]).not.toMatch(/june|example\.org/i);
  const other = openTestLog('another secret, which is also long enough for it');
  other.log.info('june@example.org');
  expect(other.lines[0]).not.toContain(found[0]);
});

test('R-65 secrets are left out wherever they occur', () => {
  const { lines, log } = openTestLog();
  const canary = 'CANARYcanary';
  const long = canary.repeat(4);
  log.info({ password: canary, headers: { cookie: canary, authorization: canary }, form: { token: canary } });
  log.info({ err: new Error(`postgres://belfry:${canary}@db.example.org/belfry refused`) }, 'x');
  log.info(
    { path: `/reset/${long}`, url: `/setup?token=${canary}&x=1` },
    `Cookie: __Host-belfry=${canary}; a=b`,
  );
  log.info(`blf_${canary} and $argon2id$v=19$m=1,t=1,p=1$${canary}$${canary}`);
  const row = Object.assign(new Error('duplicate key'), { code: '23505', detail: `Key (x)=(${canary})` });
  log.error({ err: row }, 'request failed');
  expect(lines).toHaveLength(5);
  expect(lines.join('')).not.toMatch(/canary/i);
  expect(lines[4]).toContain('23505');
});

test('R-65 user input cannot forge a line or color a terminal', () => {
  const { lines, log } = openTestLog();
  log.info({ agent: 'x\n{"level":60,"msg":"forged"}\r\n\u001b[31mred\u001b[0m' }, 'hello\nworld');
  expect(lines).toHaveLength(1);
  expect(lines[0]?.trimEnd()).not.toMatch(/\p{Cc}/u);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: 'hello\nworld' });
});
