import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import type { Block, Edition } from '#app/newsletter/issues/edition.ts';
import { anyCharacter } from '../../../tests/any-character.ts';
import { fridayEdition, largeEdition } from '../../../tests/editions.ts';
import { longTest } from '../../../tests/long-test.ts';
import { rounds } from '../../../tests/rounds.ts';
import { drawSheet, findSheet, openMeasuring } from './draw-sheet.server.ts';
import { layOutSheet } from './lay-out-sheet.ts';
import type { Pen } from './open-pen.server.ts';
import { leftOffWords } from './paper-view.tsx';
import { papers, type Sheet } from './sheet.ts';
import { QR } from './sheet-styles.ts';
import type { Style } from './typesetting.ts';

const url = 'https://maplehollow.example';
const sizes = ['letter', 'a4'] as const;

let picture: Buffer;

beforeAll(async () => {
  picture = await sharp({ create: { width: 960, height: 640, channels: 3, background: '#b0402a' } })
    .jpeg()
    .toBuffer();
});

/** The streams of a PDF, decompressed where they are compressed. */
function streamsOf(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  return [...text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)]
    .map(([, stream = '']) => {
      try {
        return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
      } catch {
        return '';
      }
    })
    .join('\n');
}

const pagesOf = (bytes: Buffer) => bytes.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length;

test.each(sizes)('The sheet is one page of %s with a title, a language and a structure', async (size) => {
  const bytes = await drawSheet({ edition: fridayEdition, url, size }, picture);
  const text = bytes.toString('latin1');
  expect(text.slice(0, 8)).toBe('%PDF-1.7');
  expect(pagesOf(bytes)).toBe(1);
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text) ?? [];
  expect([Number(width), Number(height)]).toEqual([papers[size].width, papers[size].height]);
  expect(text).toContain('(Maple Hollow Commons, Friday, November 20, 2026)');
  expect(text).toContain('/Lang (en-US)');
  expect(text).toContain('/DisplayDocTitle true');
  expect(text).toContain('/Marked true');
  for (const role of ['Document', 'H1', 'H2', 'H3', 'P', 'Figure']) expect(text).toContain(`/S /${role}\n`);
  expect(text).toContain('/Alt (Neighbors at town meeting raise paper ballots)');
  expect(text).toContain('/Alt (QR code to maplehollow.example)');
});

longTest('The same edition is always the same file', async () => {
  const draw = () => drawSheet({ edition: fridayEdition, url, size: 'letter' }, picture);
  expect((await draw()).equals(await draw())).toBe(true);
});

test('The sheet is black and gray, its picture too', async () => {
  const bytes = await drawSheet({ edition: fridayEdition, url, size: 'letter' }, picture);
  const colors = [...streamsOf(bytes).matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) (?:rg|scn|SCN|RG)$/gm)];
  expect(colors.length).toBeGreaterThan(0);
  for (const [, red, green, blue] of colors) expect([green, blue]).toEqual([red, red]);
  expect(bytes.toString('latin1')).toContain('/ColorSpace /DeviceGray');
});

test('A picture that can’t be read is left out', async () => {
  const bytes = await drawSheet({ edition: fridayEdition, url, size: 'letter' }, Buffer.from('no picture'));
  expect(bytes.toString('latin1')).not.toContain('DeviceGray');
  expect(pagesOf(bytes)).toBe(1);
});

test('Three stories, the week and the open poll are on the sheet, and the rest is named', () => {
  const sheet = findSheet({ edition: fridayEdition, url, size: 'letter' });
  expect(sheet.stories.map(({ title }) => title)).toEqual([
    'Town votes to mend the library roof, 412 to 168',
    'Meet the plow crew that keeps Ridge Road open all winter',
    'The covered bridge reopens to one lane on Monday',
  ]);
  expect(sheet.events?.title).toBe('This week');
  expect(sheet.events?.days[0]?.events[1]).toEqual({
    time: '7:00 PM',
    title: 'Canceled: Contra dance with The Sap Run',
    place: 'Town Hall',
  });
  expect(sheet.events?.more).toBe('And 4 more at maplehollow.example');
  expect(sheet.poll).toMatchObject({
    question: 'One question: What should the library add with its new attic?',
    options: { length: 5 },
    note: 'Vote at maplehollow.example, by December 1, 2026.',
  });
  expect(leftOffWords(sheet.leftOff)).toBe(
    '4 events and 2 other items: “Should the rink open on Thanksgiving?”, “Rink vote in the fall”.',
  );
});

test('Nothing is said when nothing is left off', () => {
  const blocks = fridayEdition.blocks.filter(({ kind }) => kind === 'lead' || kind === 'story');
  const sheet = findSheet({ edition: { ...fridayEdition, blocks }, url, size: 'letter' });
  expect(leftOffWords(sheet.leftOff)).toBe('');
  expect([sheet.events, sheet.poll]).toEqual([null, null]);
});

/** Every title that is not on the sheet is named below it. */
function expectNothingLost(edition: Edition, sheet: Sheet): void {
  const of = <Kind extends Block['kind']>(...kinds: Kind[]) =>
    edition.blocks.filter((block): block is Extract<Block, { kind: Kind }> =>
      kinds.includes(block.kind as Kind),
    );
  const { leftOff } = sheet;
  expect(sheet.stories.length + leftOff.stories.length).toBe(of('lead', 'story').length);
  const events = of('events')[0];
  const shown = sheet.events?.days.flatMap((day) => day.events).length ?? 0;
  const listed = events?.days.flatMap((day) => day.events).length ?? 0;
  expect(shown + leftOff.events.count).toBe(listed + (events?.more ?? 0));
  expect((sheet.poll ? 1 : 0) + leftOff.others.length).toBe(of('poll', 'correction').length);
}

/** How far the sheet reaches to the right and down. */
function extentOf(sheet: Sheet) {
  const reached = { right: 0, bottom: 0 };
  const note = (right: number, bottom: number) => {
    reached.right = Math.max(reached.right, right);
    reached.bottom = Math.max(reached.bottom, bottom);
  };
  const { measure } = openMeasuring();
  const widthOf = (text: string, { face, size }: Style) => measure(text, face, size);
  const pen: Pen = {
    lines(_role, lines, { x, y, style }) {
      for (const [at, text] of lines.entries()) note(x + widthOf(text, style), y + (at + 1) * style.leading);
      return y + lines.length * style.leading;
    },
    pieces(_role, pieces) {
      for (const { text, style, x, y } of pieces) note(x + widthOf(text, style), y + style.leading);
    },
    rule: (x, y, width, thickness) => note(x + width, y + thickness),
    box: (x, y, side) => note(x + side, y + side),
    image: (_bytes, _alt, { x, y, width, height }) => note(x + width, y + height),
    path: (_path, _alt, { x, y }) => note(x + QR, y + QR),
  };
  layOutSheet(sheet, pen, measure, picture);
  return reached;
}

function expectOnePage(edition: Edition): void {
  for (const size of sizes) {
    const sheet = findSheet({ edition, url, size });
    const { width, height, marginX, marginY } = papers[size];
    const reached = extentOf(sheet);
    expect(reached.bottom).toBeLessThanOrEqual(height - marginY);
    expect(reached.right).toBeLessThanOrEqual(width - marginX + 0.01);
    expectNothingLost(edition, sheet);
  }
}

longTest('A large issue fits on one page', async () => {
  expectOnePage(largeEdition((place) => `${place} with some more words than usual in it`));
  const hostile = largeEdition(() => 'Donaudampfschifffahrt'.repeat(20));
  expectOnePage(hostile);
  expect(pagesOf(await drawSheet({ edition: hostile, url, size: 'a4' }, picture))).toBe(1);
});

test('An issue with nothing but a poll, events, stories or corrections fits on one page', () => {
  for (const kind of ['poll', 'events', 'story', 'correction'])
    expectOnePage({
      ...fridayEdition,
      blocks: fridayEdition.blocks.filter((block) => block.kind === kind),
    });
  expectOnePage({ ...fridayEdition, blocks: [] });
});

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.string({ unit: anyCharacter, maxLength: 100 }),
  fc.lorem({ maxCount: 40 }),
  fc.constantFrom(
    '',
    ' ',
    'W'.repeat(300),
    'Ő Việt Ελλάδα Москва 東京 🎉',
    '\u202etxt.exe',
    'a\u0000b\nc',
    '…'.repeat(200),
  ),
);

const editions = fc
  .record({
    town: text,
    titles: fc.array(text, { maxLength: 6 }),
    deck: text,
    source: fc.option(text),
    event: text,
    options: fc.array(text, { maxLength: 30 }),
    count: fc.nat({ max: 40 }),
    tall: fc.boolean(),
  })
  .map(({ town, titles, deck, source, event, options, count, tall }): Edition => {
    const [lead, , , listed, poll] = fridayEdition.blocks;
    if (lead?.kind !== 'lead' || listed?.kind !== 'events' || poll?.kind !== 'poll')
      throw new Error('unexpected');
    const shape = tall ? { width: 400, height: 1200 } : {};
    const picture = lead.picture && { ...lead.picture, ...shape, alt: event };
    const stories = titles.map((title, at) => ({
      ...lead,
      kind: at === 0 ? ('lead' as const) : ('story' as const),
      id: `s${at}`,
      title,
      deck,
      source,
      picture,
    }));
    const entry = listed.days[0]?.events[0];
    const events = entry
      ? Array.from({ length: count }, () => ({ ...entry, title: event, place: deck, time: town }))
      : [];
    const day = listed.days[0];
    const days = day && count > 0 ? [{ ...day, weekday: event, events }] : [];
    const week = days.length > 0 ? [{ ...listed, days }] : [];
    return { ...fridayEdition, town, blocks: [...stories, ...week, { ...poll, title: event, options }] };
  });

test('Whatever an issue contains, its sheet is one page', () => {
  fc.assert(fc.property(editions, expectOnePage), rounds(import.meta.url, 60));
});
