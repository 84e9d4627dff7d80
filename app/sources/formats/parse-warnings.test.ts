import { expect, test } from 'vitest';
import { NOW, parse } from '../../../tests/parsed-sources.ts';
import { isDeep } from '../../../tests/rounds.ts';
import {
  capFeedOf,
  capOf,
  referenceTo,
  weatherServiceEntry,
  weatherServiceFeed,
} from '../../../tests/warning-feeds.ts';

const HOUR_MS = 3_600_000;

test('A CAP message on its own is read in English', () => {
  const { format, warnings, items, error } = parse(capOf({ id: 'a1' }));
  expect({ format, items, error }).toEqual({ format: 'cap', items: [], error: null });
  expect(warnings).toEqual([
    {
      ids: ['weather@weather.example,a1'],
      references: [],
      sentAt: NOW - HOUR_MS,
      warning: {
        title: 'Winter Storm Warning until Saturday 1 AM',
        detail: 'Stay off the roads. Keep a flashlight ready.',
        link: 'https://weather.example/storm',
        severity: 'severe',
        certainty: 'Likely',
        area: 'Washington, VT; Orange, VT',
        startsAt: NOW - HOUR_MS / 2,
        endsAt: NOW + 8 * HOUR_MS,
      },
    },
  ]);
});

test('Messages in the entries of a feed are read, and the feed is a feed as well', () => {
  const { format, title, warnings, items } = parse(capFeedOf({ id: 'a1' }, { id: 'a2' }));
  expect({ format, title, count: items.length }).toEqual({
    format: 'cap',
    title: 'Weather Service',
    count: 2,
  });
  expect(warnings?.map(({ ids }) => ids[0])).toEqual([
    'weather@weather.example,a1',
    'weather@weather.example,a2',
  ]);
});

test('The feed of the US National Weather Service is read, with its events', () => {
  const { warnings } = parse(weatherServiceFeed(weatherServiceEntry('urn:oid:1', 'NEW')), {
    address: 'https://api.weather.example/alerts/active.atom',
  });
  expect(warnings).toMatchObject([
    {
      ids: ['https://api.weather.example/alerts/urn:oid:1', 'vtec KBTV.WS.W.0007'],
      warning: {
        title: 'Winter Storm Warning: Washington, VT; Orange, VT',
        link: 'https://api.weather.example/alerts/urn:oid:1.cap',
        endsAt: NOW + 8 * HOUR_MS,
      },
    },
  ]);
  const [over] = parse(weatherServiceFeed(weatherServiceEntry('urn:oid:2', 'CAN'))).warnings ?? [];
  expect(over).toMatchObject({ references: ['vtec KBTV.WS.W.0007'], warning: null });
});

test('Without entries a feed has no warnings, and a feed of stories can have none', () => {
  expect(parse(weatherServiceFeed()).warnings).toEqual([]);
  expect(parse('<rss><channel><item><title>Snow</title></item></channel></rss>').warnings).toBeNull();
});

test('An area matches by its name or its code, whatever their case', () => {
  const count = (areas: string[], more = {}) =>
    parse(capOf({ id: 'a1', ...more }), { warnings: { areas, severity: 'minor' } }).warnings?.length;
  expect(count(['washington, vt'])).toBe(1);
  expect(count(['vtc023'])).toBe(1);
  expect(count(['VTZ008'], { code: 'VTZ006 VTZ008' })).toBe(1);
  expect(count(['Washington'])).toBe(0);
  expect(count(['Essex, NY', 'Orange, VT'])).toBe(1);
  const [message] =
    parse(capOf({ id: 'a1' }), { warnings: { areas: ['Orange, VT'], severity: 'minor' } }).warnings ?? [];
  expect(message?.warning?.area).toBe('Orange, VT');
});

test('What is below the lowest severity, a test, private or over is no warning', () => {
  const titles = (more: object, severity: 'minor' | 'moderate' = 'minor') =>
    parse(capOf({ id: 'a1', ...more }), { warnings: { areas: [], severity } }).warnings?.length;
  expect(titles({ severity: 'Minor' }, 'moderate')).toBe(0);
  expect(titles({ severity: 'Purple' }, 'moderate')).toBe(0);
  expect(titles({ severity: 'Purple' })).toBe(1);
  expect(titles({ severity: 'Moderate' }, 'moderate')).toBe(1);
  expect(titles({ status: 'Exercise' })).toBe(0);
  expect(titles({ scope: 'Restricted' })).toBe(0);
  expect(titles({ type: 'Ack' })).toBe(0);
  expect(titles({ expires: '2026-11-20T16:59:00-05:00' })).toBe(0);
});

test('An update about another area, and a cancellation, still say what they replace', () => {
  const { warnings } = parse(
    capFeedOf(
      { id: 'u1', type: 'Update', references: referenceTo('a1'), area: 'Essex, NY', code: 'NYC031' },
      { id: 'c1', type: 'Cancel', references: `${referenceTo('a2')} ${referenceTo('a3')}` },
    ),
    { warnings: { areas: ['Orange, VT'], severity: 'minor' } },
  );
  expect(warnings?.map(({ references, warning }) => ({ references, warning }))).toEqual([
    { references: ['weather@weather.example,a1'], warning: null },
    { references: ['weather@weather.example,a2', 'weather@weather.example,a3'], warning: null },
  ]);
});

test('Wrong polygons, times and links, and hostile texts, do no harm', () => {
  const { warnings, notes } = parse(
    capOf({
      id: 'a1',
      polygon: 'NaN,1e999 -72',
      onset: 'soon',
      headline: '&lt;script&gt;alert(1)&lt;/script&gt;\u202e&#1; Snow',
      instruction: 'x'.repeat(50_000),
      web: 'javascript:alert(1)',
    }),
  );
  expect(notes).toEqual(['A time of a warning could not be read']);
  const [message] = warnings ?? [];
  expect(message?.warning).toMatchObject({ link: null, startsAt: NOW - HOUR_MS });
  expect(message?.warning?.title).not.toMatch(/\p{Cc}|\u202e/u);
  expect(message?.warning?.detail.length).toBeLessThanOrEqual(1000);
});

test('Of 10,000 warnings the worst 100 are used', () => {
  const count = isDeep(import.meta.url) ? 10_000 : 1000;
  const severities = ['Minor', 'Moderate', 'Extreme'];
  const alerts = Array.from({ length: count }, (_, at) => {
    const severity = severities[at % (count / 100) === 0 ? 2 : at % 2] ?? '';
    return `<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>${at}</identifier><sent>2026-11-20T16:00:00-05:00</sent><status>Actual</status><msgType>Alert</msgType><scope>Public</scope><info><event>Snow ${at}</event><severity>${severity}</severity><expires>2026-11-21T01:00:00-05:00</expires></info></alert>`;
  });
  const { warnings, losses } = parse(`<alerts>${alerts.join('')}</alerts>`);
  expect(warnings).toHaveLength(100);
  expect(new Set(warnings?.map(({ warning }) => warning?.severity))).toEqual(new Set(['extreme']));
  expect(losses).toEqual([`Only the worst 100 of ${count} warnings are used`]);
});
