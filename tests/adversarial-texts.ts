/** Texts that regular expressions of a careless reader would take very long for, in each field of a source. */
const LENGTH = 100 * 1024;

const repeated = [
  ...[' ', '\n ', 'a', '0', '-', '.', ',', ';', '/', '(', '"', '=', '&', '<', '<a ', '<!--', '&#', '<p>'],
  ...[
    '<a href="',
    'style="',
    'http://',
    'a@',
    '?a=',
    '%2',
    '2026-',
    '11:',
    'the ',
    '1,',
    'MO,',
    'PT',
    '\\n',
    '\u0301',
  ],
];

/** Each of 100 KiB, with an end that fits no pattern. */
export const adversarialTexts = repeated.map((text) => {
  const body = text.repeat(Math.ceil(LENGTH / text.length)).slice(0, LENGTH);
  return { name: JSON.stringify(text), text: `x${body}\u0001` };
});

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A feed and a calendar whose items have the text in one field. */
export const fieldsOfStrangers: Record<string, (text: string) => string> = {
  ...Object.fromEntries(
    ['title', 'link', 'guid', 'pubDate', 'description', 'author', 'category'].map((field) => [
      `rss ${field}`,
      (text: string) =>
        `<rss><channel><item><title>x</title><${field}>${escaped(text)}</${field}></item></channel></rss>`,
    ]),
  ),
  ...Object.fromEntries(
    ['title', 'link', 'id', 'updated', 'content type="html"', 'author'].map((field) => [
      `atom ${field}`,
      (text: string) =>
        `<feed xmlns="http://www.w3.org/2005/Atom"><entry><${field}>${escaped(text)}</${field.split(' ')[0]}></entry></feed>`,
    ]),
  ),
  'rss, raw': (text) => `<rss><channel><item><title>x</title><description>${text}`,
  'feed title': (text) => `<rss><channel><title>${escaped(text)}</title></channel></rss>`,
  'before the feed': (text) => `${text}<rss><channel></channel></rss>`,
  page: (text) => `<html><head><title>${text}</title></head><body>${text}</body></html>`,
  'page data': (text) =>
    `<html><script type="application/ld+json">${JSON.stringify({ '@type': 'Event', name: text, startDate: text, location: text, url: text, description: text })}</script></html>`,
  'json feed': (text) =>
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: text,
      items: [{ id: text, title: text, url: text, content_html: text, date_published: text }],
    }),
  ...Object.fromEntries(
    [
      'UID',
      'SUMMARY',
      'DESCRIPTION',
      'LOCATION',
      'URL',
      'DTSTART',
      'DTEND',
      'DURATION',
      'RRULE',
      'EXDATE',
      'RDATE',
      'STATUS',
    ].map((field) => [
      `ics ${field}`,
      (text: string) =>
        [
          'BEGIN:VCALENDAR',
          'BEGIN:VEVENT',
          'UID:1',
          'DTSTART:20261201T190000Z',
          `${field}:${text}`,
          'END:VEVENT',
          'END:VCALENDAR',
        ].join('\r\n'),
    ]),
  ),
  'ics TZID': (text) =>
    [
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'UID:1',
      `DTSTART;TZID=${text}:20261201T190000`,
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n'),
  'ics name': (text) => `BEGIN:VCALENDAR\r\n${text}\r\nBEGIN:VEVENT\r\nEND:VEVENT\r\nEND:VCALENDAR`,
};
