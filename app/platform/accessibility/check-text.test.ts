import { expect, test } from 'vitest';
import { checkText } from './check-text.ts';
import { guessForeignLanguage } from './guess-language.ts';

const codesOf = (html: string) => checkText(html).map(({ code }) => code);

test('a heading may not skip a level, counted from the title', () => {
  expect(codesOf('<h2>Hours</h2><h3>Winter</h3><h2>Fees</h2><h3>Tires</h3><h4>Large</h4>')).toEqual([]);
  expect(checkText('<h3>Signs</h3><p>One.</p><h2>Permits</h2><h4>Sheds</h4>')).toEqual([
    {
      code: 'heading-skip',
      message: 'The heading “Signs” skips a level. Make it a heading 2, not 3.',
      place: 'Signs',
    },
    {
      code: 'heading-skip',
      message: 'The heading “Sheds” skips a level. Make it a heading 3, not 4.',
      place: 'Sheds',
    },
  ]);
});

test('a link says where it goes', () => {
  const link = (text: string) => codesOf(`<p>Permits are <a href="/permits">${text}</a>.</p>`);
  for (const vague of ['here', 'Click here', '<strong>Read more</strong> »', 'HERE!', 'this\nlink'])
    expect(link(vague), vague).toEqual(['link-text']);
  for (const clear of ['the form for permits', 'More hours', 'Hereford', 'Download the form'])
    expect(link(clear), clear).toEqual([]);
  expect(codesOf('<p>Come here, read more, click <a>here</a>.</p>')).toEqual([]);
  expect(checkText('<p>For fees, <a href="/fees">click here</a>.</p>')[0]?.place).toBe(
    'For fees, click here',
  );
});

test('a table has header cells, and a picture alternative text, unless it decorates', () => {
  const cells = '<tr><td>Monday</td><td>8 to 4</td></tr>';
  expect(codesOf(`<table>${cells}</table>`)).toEqual(['table-headers']);
  expect(codesOf(`<table><tr><th>Day</th><th>Hours</th></tr>${cells}</table>`)).toEqual([]);
  const html = '<p><img src="/media/a-960.jpeg" alt=""><img src="/media/b-960.jpeg" alt="The bridge"></p>';
  expect(checkText(html)).toMatchObject([{ code: 'missing-alt', place: 'a-960.jpeg' }]);
  expect(checkText(html, { isDecorative: (address) => address.includes('/a-') })).toEqual([]);
});

test('a passage in capitals is reported, abbreviations and names are not', () => {
  expect(checkText('<p>From May on: NO BURNING WITHOUT A CALL to the warden.</p>')).toMatchObject([
    { code: 'capitals', place: 'NO BURNING WITHOUT A CALL' },
  ]);
  expect(checkText('<p>NO PARKING ON MILL STREET</p>')[0]?.place).toBe('NO PARKING ON MILL STREET');
  for (const fine of [
    'The US EPA, FEMA, NOAA and the USDA met VTRANS.',
    'RSVP by 5 PM. BYOB.',
    'Route 4, I-89 and US-2',
    '東京都知事の記者会見',
  ])
    expect(codesOf(`<p lang="ja">${fine}</p>`), fine).toEqual([]);
});

test('another language is reported only where it is certain and not marked', () => {
  const french = 'La réunion du conseil est le mardi à sept heures dans la salle de la bibliothèque.';
  expect(checkText(`<p>Welcome. ${french}</p>`)).toMatchObject([
    { code: 'language', place: `${french.slice(0, 79)}…` },
  ]);
  expect(codesOf(`<p lang="fr">${french}</p><ul lang="fr"><li>${french}</li></ul>`)).toEqual([]);
  expect(codesOf(`<p>She wrote: <q lang="fr">${french}</q></p>`)).toEqual([]);
  const guesses = {
    Spanish: 'La reunión del consejo es el martes a las siete de la tarde en la biblioteca.',
    German: 'Die Sitzung ist am Dienstag um sieben Uhr in der Bibliothek und nicht im Rathaus.',
    Japanese: '町民の皆さん、こんにちは。',
    Greek: 'Καλημέρα σε όλους τους κατοίκους',
    'Russian or another language in Cyrillic letters': 'Привет всем жителям города',
  };
  for (const [language, text] of Object.entries(guesses)) expect(guessForeignLanguage(text)).toBe(language);
  for (const fine of [
    'We saw “La Cage aux Folles” at the Café de la Paix in Montpelier on Friday night.',
    'Los Angeles, San Francisco, El Paso, Las Vegas and Santa Fe are not in Vermont.',
    'Jean du Bois, Marie de la Tour, Pierre des Jardins and Anne le Blanc won.',
    'The Greek letter π is about 3.14, and the word for it is πι.',
    'De Luxe pizza, a la carte, or a large coffee to go: no problem.',
  ])
    expect(guessForeignLanguage(fine), fine).toBeUndefined();
});

test('half-typed and hostile texts end quickly, with few findings', () => {
  const texts = [
    '<',
    '<a href="',
    '<p>A',
    '<table><td>',
    '<a href="/x">here</a>',
    'NO BURNING TODAY. ',
    '&amp',
    '</p>',
  ];
  for (const text of texts) {
    const findings = checkText(text.repeat(Math.ceil(400_000 / text.length)));
    expect(findings.length, text).toBeLessThanOrEqual(50);
  }
  expect(checkText('')).toEqual([]);
});
