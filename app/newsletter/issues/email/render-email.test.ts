import { doIUseEmail } from 'doiuse-email';
import fc from 'fast-check';
import { HtmlValidate } from 'html-validate';
import { expect, test } from 'vitest';
import type { Edition } from '#app/newsletter/issues/edition.ts';
import { anyCharacter } from '../../../../tests/any-character.ts';
import { fridayEdition, largeEdition } from '../../../../tests/editions.ts';
import { rounds } from '../../../../tests/rounds.ts';
import { toleratedSupport } from '../../../../tests/tolerated-email-support.ts';
import { COLUMNS, widthOf } from './email-text.ts';
import { MOST_BYTES, renderEmail } from './render-email.ts';

const site = { url: 'https://maple.example' };
const links = {
  webUrl: `${site.url}/newsletter/2026-11-20`,
  unsubscribeUrl: `${site.url}/newsletter/unsubscribe?token=AbCdEfGhIjKlMnOpQrStUv`,
  preferencesUrl: `${site.url}/newsletter/preferences?token=AbCdEfGhIjKlMnOpQrStUv`,
};

function render(edition: Edition, request = {}) {
  return renderEmail(edition, site, { ...links, ...request });
}

/** Texts that break layouts, and that try to leave their place in the HTML. */
const hostileTexts = {
  long: (place: string) => `${place} `.repeat(700),
  markup: () => `<script>alert("1")</script>&'"><img src=x onerror=alert(1)>`.repeat(20),
  headers: () => 'Hello\r\nBcc: all@example.org\u2028\u0000\u202egnp.exe',
  emoji: () => '👩‍👩‍👧‍👦🏳️‍🌈'.repeat(200),
  rtl: () => 'הספרייה של העיירה '.repeat(60),
  word: () => 'w'.repeat(500),
  wide: () => '図書館の屋根'.repeat(100),
};

test.each(Object.entries(hostileTexts))(
  '12 long stories and 100 events fit into 90,000 bytes: %s',
  (_name, say) => {
    const { html, text } = render(largeEdition(say));
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(MOST_BYTES);
    expect(html).toContain('Read the story');
    expect(html).toMatch(/And \d+ more events/);
    expect(html.match(/<script|(?!\n)[\p{Cc}\p{Zl}\u202e]/u)).toBeNull();
    expect(elementsOf(html).filter((name) => !usual.has(name))).toEqual([]);
    expectNarrow(text);
  },
);

test('whatever the texts are, the email has the same elements, and lines of at most 72 columns', () => {
  const elements = elementsOf(render(withTexts('x')).html);
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 300 }), (given) => {
      const say = `x${given}`;
      const { html, text } = render(withTexts(say));
      expect(elementsOf(html)).toEqual(elements);
      expect(html.isWellFormed() && text.isWellFormed()).toBe(true);
      expectNarrow(text);
    }),
    rounds(import.meta.url, 200),
  );
});

/** The edition with this text in place of every text that people write. */
function withTexts(say: string): Edition {
  const written = new Set(['title', 'deck', 'source', 'place', 'text', 'alt', 'turnout']);
  return JSON.parse(JSON.stringify(fridayEdition), (key, value) =>
    written.has(key) && typeof value === 'string' && value !== '' ? say : value,
  );
}

const usual = new Set(elementsOf(render(fridayEdition).html));

function elementsOf(html: string): string[] {
  return [...html.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, name]) => name as string);
}

function expectNarrow(text: string): void {
  const wide = text.split('\n').filter((line) => !/^ *https:\/\/\S+$/.test(line) && widthOf(line) > COLUMNS);
  expect(wide).toEqual([]);
  expect(text).not.toMatch(/(?!\n)\p{Cc}/u);
}

test('an email has no address of another host, and no picture that counts readers', () => {
  for (const edition of [fridayEdition, largeEdition(hostileTexts.markup)]) {
    const { html, text } = render(edition);
    const addresses = [
      ...html.matchAll(/(?:href|src)="([^"]*)"/g),
      ...text.matchAll(/(https?:\/\/[^\s"]+)/g),
    ];
    expect(addresses.filter(([, address]) => !address?.startsWith(`${site.url}/`))).toEqual([]);
    expect(html).not.toMatch(/url\(|@import|<link|<form|<script|background=/);
  }
  const pictures = [...render(fridayEdition).html.matchAll(/<img [^>]*>/g)].map(([tag]) => tag);
  expect(pictures).toEqual([
    expect.stringMatching(
      /^<img src="https:\/\/maple\.example\/media\/\w+-960\.jpeg" width="600" height="400" alt="Neighbors at town meeting raise paper ballots" /,
    ),
  ]);
});

test('addresses in the texts of items are not links for email programs', () => {
  const say = () => 'See https://tracker.example/x?a=1, www.other.example/y or ask.';
  const { html, text, subject } = render({
    ...withTexts(say()),
    title: 'The Friday Bell',
    note: 'Our note: https://maple.example/about',
    written: { subject: false, preview: false },
  });
  expect([html, text, subject].join(' ')).not.toMatch(/https?:\/\/(?!maple\.example)|www\.|tracker\.example/);
  expect(text).toContain('See tracker.\u200bexample');
  expect(text).toContain('Our note: https://maple.example/about');
});

test('a tall or small picture keeps its proportions, and an issue without one has none', () => {
  const [lead, ...others] = fridayEdition.blocks;
  if (lead?.kind !== 'lead' || !lead.picture) throw new Error('no lead');
  const sized = (width: number, height: number) =>
    render({ ...fridayEdition, blocks: [{ ...lead, picture: { ...lead.picture, width, height } as never }] })
      .html;
  expect(sized(1000, 2000)).toContain('width="320" height="640"');
  expect(sized(300, 150)).toContain('width="300" height="150"');
  expect(render({ ...fridayEdition, blocks: [{ ...lead, picture: null }, ...others] }).html).not.toContain(
    '<img',
  );
});

test('a version has only the sections of its topics, and a subject about them', () => {
  const automatic = { ...fridayEdition, written: { subject: false, preview: false } };
  const events = render(automatic, { topics: ['events'] });
  expect(events.subject).toBe('Coming up: 7 events');
  expect(events.html).toContain('Winter farmers market');
  expect(events.text).not.toMatch(/Town votes|Vote:|Correction/);
  const polls = render(fridayEdition, { topics: ['polls'] });
  expect(polls.subject).toBe(fridayEdition.subject);
  expect(polls.text).toContain('71% Yes, all day (292 votes)');
  expect(polls.text).not.toMatch(/Winter farmers market|Ridge Road/);
  const all = render(automatic, { topics: ['stories', 'events', 'polls'] });
  expect(all).toEqual(render(automatic));
});

test('five stories have teasers, the others are a list of titles', () => {
  const { html, text } = render(largeEdition((place) => `Some ${place}`));
  expect(text.match(/Some deck/g)).toHaveLength(3 * 5);
  expect(text).toContain(
    'Also new\n\n* Some title 5\n  https://maple.example/articles/s5\n\n* Some title 6\n',
  );
  expect(html.match(/Some deck 4/g)).toHaveLength(3);
  expect(html).not.toContain('Some deck 5');
  expect(html).toMatch(/Also new.*Some title 5.*Some title 11/s);
});

test('the plain text has its own layout, and says how to unsubscribe', () => {
  expect(render(fridayEdition).text).toBe(`The Friday Bell
Maple Hollow Commons, November 20, 2026
On the web:
https://maple.example/newsletter/2026-11-20
========================================================================

Good morning. It took three hours and one bell, but the library will
have a roof.

------------------------------------------------------------------------

Town votes to mend the library roof, 412 to 168
  From The Hollow Ledger
  Work begins after mud season, once the slate arrives from Poultney.
  https://maple.example/articles/roof

------------------------------------------------------------------------

Meet the plow crew that keeps Ridge Road open all winter
  Five drivers, four trucks, 61 miles. A night on Route 4 with Dale
  Whitcomb.
  https://maple.example/articles/plow

------------------------------------------------------------------------

The covered bridge reopens to one lane on Monday
  From Vermont Roads Weekly
  New oak decking, the same seven-ton limit.
  https://maple.example/news/bridge

------------------------------------------------------------------------

Coming up

Saturday, November 21
  * Winter farmers market
    9:00 AM, Grange Hall
    https://maple.example/events/market
  * Canceled: Contra dance with The Sap Run
    7:00 PM, Town Hall
    The band has the flu.
    https://maple.example/events/dance

Monday, November 23
  * Selectboard: budget hearing
    6:30 PM, Town Office
    From Town of Maple Hollow
    https://maple.example/events/budget

And 4 more:
https://maple.example/events

------------------------------------------------------------------------

One question

What should the library add with its new attic?
  Open until December 1, 2026, 8:00 PM
  Vote:
  https://maple.example/polls/attic

------------------------------------------------------------------------

Poll result

Should the rink open on Thanksgiving?
  Results, 412 votes
  71% Yes, all day (292 votes)
  29% No (120 votes)
  See the poll:
  https://maple.example/polls/rink

------------------------------------------------------------------------

Correction

Rink vote in the fall
  Last week we wrote that the rink vote was in September. It was on
  October 15.
  https://maple.example/articles/rink

-- 
You’re getting this because you asked for community updates from Maple
Hollow Commons.
Unsubscribe:
https://maple.example/newsletter/unsubscribe?token=AbCdEfGhIjKlMnOpQrStUv
Change what you get:
https://maple.example/newsletter/preferences?token=AbCdEfGhIjKlMnOpQrStUv
18 Church Street, Maple Hollow, Vermont
`);
});

test('what the HTML leaves out is linked', () => {
  const say = () => '&'.repeat(300);
  const { html, text } = render(largeEdition(say));
  expect(html).toMatch(
    /<a href="https:\/\/maple\.example\/newsletter\/2026-11-20"[^>]*>\d+ more items on the site<\/a>/,
  );
  expect(text).toMatch(/\d+ more on the site:\nhttps:\/\/maple\.example\/newsletter\/2026-11-20\n/);
});

test('a test email says so, and links nobody’s preferences', () => {
  const { html, text } = renderEmail(fridayEdition, site, { isTest: true });
  expect(html).toContain('This is a test that an administrator of Maple Hollow Commons sent.');
  expect(html + text).not.toMatch(/nsubscribe|preferences/);
});

test('an email is in English, whatever the town’s locale is', () => {
  expect(render({ ...fridayEdition, locale: 'he-IL' }).html).toContain('<html lang="en" dir="ltr">');
});

test('the markup is valid, except for the attributes that Outlook needs', () => {
  const validator = new HtmlValidate({
    root: true,
    extends: ['html-validate:standard', 'html-validate:document'],
    rules: {
      // Word, which shows Outlook's emails, sizes and fills tables by these attributes.
      'no-deprecated-attr': 'off',
      'attribute-allowed-values': 'off',
      // Programs that drop style sheets need them.
      'no-inline-style': 'off',
      // Rows of sections are created one by one.
      'no-conditional-comment': 'off',
      'missing-doctype': 'error',
    },
  });
  for (const edition of [fridayEdition, largeEdition(hostileTexts.markup)]) {
    const report = validator.validateStringSync(render(edition).html);
    const found = report.results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message }) => `${ruleId}: ${message}`),
    );
    expect([...new Set(found)]).toEqual([]);
  }
});

test('Outlook, Gmail and Apple Mail support the HTML, except for what has a fallback', () => {
  const found = doIUseEmail(render(fridayEdition).html, {
    emailClients: ['outlook.*', 'gmail.*', 'apple-mail.*'],
  });
  const problems = [...(found.success ? [] : found.errors), ...found.warnings].map(
    (line) => /^`([^`]+)`/.exec(line)?.[1] ?? line,
  );
  const named = new Set(problems);
  expect([...named].filter((feature) => !(feature in toleratedSupport))).toEqual([]);
  expect(Object.keys(toleratedSupport).filter((feature) => !named.has(feature))).toEqual([]);
});
