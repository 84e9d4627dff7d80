import { expect, test } from 'vitest';
import { parseEmailAddress } from './email-address.ts';

test('Addresses are compared in ASCII lower case, with the domain in its ASCII form', () => {
  expect(parseEmailAddress(' June@Example.ORG ')).toBe('june@example.org');
  expect(parseEmailAddress('june@Bücher.example')).toBe('june@xn--bcher-kva.example');
  expect(parseEmailAddress("o'brien+town@mail.example.org")).toBe("o'brien+town@mail.example.org");
});

test('Text too long for an address is refused before the parser could shorten it', () => {
  // A soft hyphen is dropped from a domain.
  const softened = (count: number) => `june@exam${'\u00ad'.repeat(count)}ple.org`;
  expect(parseEmailAddress(softened(100))).toBe('june@example.org');
  expect(parseEmailAddress(softened(300))).toBeUndefined();
});

test('Look-alikes of an address, and text that is not one, are refused', () => {
  const refused = [
    'admın@x.org',
    'ADMİN@x.org',
    '\u212Aim@x.org',
    'admin@x.org.',
    'admin@x',
    'a b@x.org',
    'x.org',
  ];
  for (const text of [
    ...refused,
    '',
    '@x.org',
    'a@',
    'a@x.org\n',
    'a\u0000@x.org',
    `${'a'.repeat(65)}@x.org`,
  ]) {
    expect([text, parseEmailAddress(text)]).toEqual([text, text === 'a@x.org\n' ? 'a@x.org' : undefined]);
  }
});
