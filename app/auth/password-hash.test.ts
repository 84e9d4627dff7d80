import { expect, test } from 'vitest';
import { hashPassword, isPassword } from './password-hash.server.ts';
import { findPasswordProblem, LEAST_ADMIN_PASSWORD_LENGTH } from './password-rules.ts';

test('Passwords are kept as argon2id at the OWASP minimum, each with its own salt', async () => {
  const [one, other] = await Promise.all([hashPassword('a brook in May'), hashPassword('a brook in May')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(other);
  expect(await isPassword('a brook in May', one)).toBe(true);
  expect(await isPassword('a brook in may', one)).toBe(false);
});

test('A hash made elsewhere with the same method is understood', async () => {
  // From the argon2 command of the reference implementation: echo -n password | argon2 somesalt -id -t 2 -k 65536 -p 1
  const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  expect(await isPassword('password', hash)).toBe(true);
  expect(await isPassword('passwort', hash)).toBe(false);
});

test('A password is never cut short and may use any characters', async () => {
  const long = 'é'.repeat(199);
  const hash = await hashPassword(`${long}a${'x'.repeat(56)}`);
  expect(await isPassword(`${long}b${'x'.repeat(56)}`, hash)).toBe(false);
  expect(await isPassword(`${'e\u0301'.repeat(199)}a${'x'.repeat(56)}`, hash)).toBe(true);
});

test('What is no argon2id hash never matches', async () => {
  for (const hash of [
    '',
    'password',
    '$2b$10$abcdefghijklmnopqrstuv',
    '$argon2id$v=19$m=1,t=0,p=0$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  ]) {
    expect(await isPassword('password', hash)).toBe(false);
  }
});

test('Passwords have 8 to 256 characters, the administrator at least 12', () => {
  expect(findPasswordProblem('1234567')).toBe('Use at least 8 characters');
  expect(findPasswordProblem('12345678')).toBeUndefined();
  expect(findPasswordProblem('x'.repeat(256))).toBeUndefined();
  expect(findPasswordProblem('x'.repeat(257))).toBe('Use at most 256 characters');
  expect(findPasswordProblem('x'.repeat(11), LEAST_ADMIN_PASSWORD_LENGTH)).toBe('Use at least 12 characters');
  expect(findPasswordProblem('🔔'.repeat(8))).toBeUndefined();
});
