import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { renderLetter } from './compose-letter.server.ts';
import { mailColors } from './mail-colors.ts';
import type { Letter, MailKind } from './mail-queue.server.ts';

const site = { title: 'Maple Hollow Commons', place: 'Maple Hollow, Vermont', url: 'https://maple.example' };
const letter: Letter = {
  to: 'june@example.org',
  kind: 'reset-password',
  subject: 'Choose a new password',
  paragraphs: ['The link works once, for one hour.', 'Did you not ask for it? Then do nothing.'],
  action: { label: 'Choose a password', url: 'https://maple.example/reset?token=abc&x=1' },
  footnote: 'Asked for on November 20, 2026.',
};

test("Both versions contain everything: the text, the action's address, the sender and the reason", () => {
  const { text, html } = renderLetter(letter, site);
  for (const part of [
    ...letter.paragraphs,
    letter.subject,
    'Choose a password',
    'Asked for on November 20, 2026.',
    site.title,
    site.place,
    'You received this email because someone requested a new password',
  ]) {
    expect(text).toContain(part);
    expect(html).toContain(part);
  }
  expect(text).toContain('https://maple.example/reset?token=abc&x=1\n');
  expect(html.match(/https:\/\/maple\.example\/reset\?token=abc&amp;x=1/g)).toHaveLength(3);
});

test('Every kind of email says why it was sent', () => {
  const kinds: MailKind[] = [
    'verify-address',
    'reset-password',
    'address-changed',
    'password-changed',
    'google-linked',
    'new-sign-in',
    'account-exists',
    'mail-cap',
    'trouble',
    'trouble-over',
    'confirm-newsletter',
    'newsletter-known',
    'test',
  ];
  for (const kind of kinds) {
    expect(renderLetter({ ...letter, kind }, site).text).toMatch(
      /\n\nYou received this email because .* Maple Hollow Commons.*\.\n$/,
    );
  }
});

test('R-55 no text becomes markup, another line or another address', () => {
  const hostile = `</p><script>alert(1)</script><a href='x'>"&\r\n-- \r\nhttps://evil.example\u202e`;
  const { subject, text, html } = renderLetter(
    {
      ...letter,
      subject: hostile,
      paragraphs: letter.paragraphs.map(() => hostile),
      action: { label: hostile, url: `https://maple.example/"><script>?a='b` },
      footnote: hostile,
    },
    { ...site, title: hostile, place: hostile },
  );
  expect(subject).toMatch(/^[^\r\n\u202e]+$/);
  expect(html).not.toMatch(/<script|<a href='x'|\u202e/);
  expect(html.match(/<(?!\/)[a-z1]+/g)).toEqual(renderLetter(letter, site).html.match(/<(?!\/)[a-z1]+/g));
  expect(text.split('\n')).toHaveLength(renderLetter(letter, site).text.split('\n').length);
});

test("The email has the site's colors, and loads nothing", () => {
  const tokens = readFileSync(new URL('../ui/styles/tokens.css', import.meta.url), 'utf8');
  const [bright = '', dark = ''] = tokens.split('@media (prefers-color-scheme: dark)');
  for (const [name, color] of Object.entries(mailColors.light)) {
    expect(bright).toContain(`--color-${name}: ${color};`);
  }
  for (const [name, color] of Object.entries(mailColors.dark)) {
    expect(dark).toContain(`--color-${name}: ${color};`);
  }
  expect(renderLetter(letter, site).html).not.toMatch(/<img|<link|url\(|@import|src=/);
});
