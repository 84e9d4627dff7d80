import { expect, test } from 'vitest';
import { HashingBusyError } from './hashing-queue.server.ts';
import { findMatch, hashPassword } from './password-hash.server.ts';
import { findPasswordProblem, LEAST_ADMIN_PASSWORD_LENGTH } from './password-rules.server.ts';

const salting = { secret: 'x'.repeat(32), address: 'june@example.org', samples: [] };

async function isPassword(password: string, hash: string): Promise<boolean> {
  return (await findMatch(password, [{ hash }], salting)) !== undefined;
}

test('R-01: passwords are stored as argon2id at the OWASP minimum, each address with its own salt', async () => {
  const [one, other] = await Promise.all([
    hashPassword('a brook in May', salting),
    hashPassword('a brook in May', { ...salting, address: 'tom@example.org' }),
  ]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(other);
  expect(await isPassword('a brook in May', one)).toBe(true);
  expect(await isPassword('a brook in may', one)).toBe(false);
  // Hashed by an earlier version at this cost, which the tests of everything else do not pay.
  const known =
    '$argon2id$v=19$m=19456,t=2,p=1$SsJ+5ZxXlEBzmUhSo8XQew$K1fpcD3mb5mbE/UYrgjcoPfWuFxAKSCVvlLFNJQwI6w';
  expect(await isPassword('a long enough password', known)).toBe(true);
});

test('A hash created elsewhere with the same algorithm is accepted', async () => {
  // From the argon2 command of the reference implementation: echo -n password | argon2 somesalt -id -t 2 -k 65536 -p 1
  const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  expect(await isPassword('password', hash)).toBe(true);
  expect(await isPassword('passwort', hash)).toBe(false);
});

test('R-03: a password is never truncated and may contain any characters', async () => {
  const long = 'é'.repeat(199);
  const hash = await hashPassword(`${long}a${'x'.repeat(56)}`, salting);
  expect(await isPassword(`${long}b${'x'.repeat(56)}`, hash)).toBe(false);
  expect(await isPassword(`${'e\u0301'.repeat(199)}a${'x'.repeat(56)}`, hash)).toBe(true);
});

test('R-02: a text that is too long to be a password matches none, and no text is too long to be checked', async () => {
  const hash = await hashPassword('x'.repeat(256), salting);
  expect(await isPassword('x'.repeat(513), hash)).toBe(false);
  // Normalizing these would take minutes.
  expect(await isPassword(`a${'\u0316\u0300'.repeat(400_000)}`, hash)).toBe(false);
  expect(findPasswordProblem(`a${'\u0316\u0300'.repeat(400_000)}`)).toBe('Use at most 256 characters');
});

test('Anything but an argon2id hash never matches', async () => {
  for (const hash of [
    '',
    'password',
    '$2b$10$abcdefghijklmnopqrstuv',
    '$argon2id$v=19$m=1,t=0,p=0$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  ]) {
    expect(await isPassword('password', hash)).toBe(false);
  }
});

test('R-03: passwords have 8 to 256 characters, the administrator’s at least 12', () => {
  expect(findPasswordProblem('1234567')).toBe('Use at least 8 characters');
  expect(findPasswordProblem('12345 78')).toBeUndefined();
  expect(findPasswordProblem('x'.repeat(256))).toBeUndefined();
  expect(findPasswordProblem('x'.repeat(257))).toBe('Use at most 256 characters');
  expect(findPasswordProblem('x'.repeat(11), { least: LEAST_ADMIN_PASSWORD_LENGTH })).toBe(
    'Use at least 12 characters',
  );
  expect(findPasswordProblem('🔔'.repeat(8))).toBeUndefined();
});

test('R-03: the most common passwords and the names of site and town are refused, however they are written', () => {
  for (const common of [
    'password1',
    'Password1',
    'iloveyou',
    '12345678',
    'qwertyuiop',
    'ｐassword1',
    'dalmatio',
  ])
    expect(findPasswordProblem(common)).toMatch(/That password is too common/);
  const names = ['Maple Hollow Commons', 'Maple Hollow'];
  for (const name of ['maplehollow', 'Maple Hollow', 'maple-hollow-commons', 'MapleHollow2026'])
    expect(findPasswordProblem(name, { names })).toMatch(/use the name of the site/);
  expect(findPasswordProblem('maple trees in the hollow', { names })).toBeUndefined();
});

test('R-02: of many passwords at once two are hashed, sixteen wait, and the others are refused at once', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, (_, n) => hashPassword(`a brook in May ${n}`, salting)),
  );
  const problems = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(problems.every((problem) => problem instanceof HashingBusyError)).toBe(true);
  expect(problems.filter(({ message }) => message.startsWith('too many'))).toHaveLength(22);
  expect(await isPassword('x', await hashPassword('x', salting))).toBe(true);
});
