import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Found, FoundItem } from '#app/moving/formats/format.ts';
import { suggestMapping } from '#app/moving/formats/formats.server.ts';
import { listDoubts, readFoundIn } from '../../../../tests/read-found.ts';
import { listCsvFields, mapColumns } from './csv-mapping.ts';

const events = `Event Name;Start Date;Time;Venue;Details;Web site;Internal
"Fair; the ""big"" one";24/12/2026 19:00;7 PM;Park;"Line one

Line two & <3";https://example.org/fair;x
Walk;05/01/2027;;;<p>Bring <b>boots</b></p>;;
Talk;soon;;;x;;
`;

test('columns are found by their names, and the first rows are shown', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'belfry-csv-'));
  const path = join(folder.path, 'events.csv');
  await writeFile(path, events);
  expect(await suggestMapping(path)).toEqual({
    columns: ['Event Name', 'Start Date', 'Time', 'Venue', 'Details', 'Web site', 'Internal'],
    rows: [
      [
        'Fair; the "big" one',
        '24/12/2026 19:00',
        '7 PM',
        'Park',
        'Line one\n\nLine two & <3',
        'https://example.org/fair',
        'x',
      ],
      ['Walk', '05/01/2027', '', '', '<p>Bring <b>boots</b></p>', '', ''],
      ['Talk', 'soon', '', '', 'x', '', ''],
    ],
    collection: 'events',
    mapping: {
      ...{ eventDate: 'Start Date', eventTime: 'Time', eventLocation: 'Venue', description: 'Details' },
      link: 'Web site',
    },
  });
});

test('the date column of a table of stories is found by its usual names', () => {
  for (const name of ['Date', 'Published', 'Publish date', 'Publication Date', 'Date published', 'Posted on'])
    expect(mapColumns(['Title', name, 'Text'], 'news').pubDate).toBe(name);
});

test('rows become items by the mapping; dates with the day first are recognized by their column', async () => {
  const mapping = {
    ...{ title: 'Event Name', eventDate: 'Start Date', eventTime: 'Time', eventLocation: 'Venue' },
    ...{ description: 'Details', link: 'Web site' },
  };
  const found = await readFoundIn('events.csv', events, { mapping, collection: 'events' });
  expect(itemsIn(found).map(({ input: { id: _id, ...input } }) => input)).toEqual([
    {
      title: 'Fair; the "big" one',
      ...{ eventDate: '2026-12-25T00:00:00Z', eventTime: '7 PM', eventLocation: 'Park' },
      description: '<p>Line one</p><p>Line two &amp; &lt;3</p>',
      link: 'https://example.org/fair',
    },
    { title: 'Walk', eventDate: '2027-01-05T05:00:00Z', description: '<p>Bring <b>boots</b></p>' },
    { title: 'Talk', description: '<p>x</p>', publication: 'draft' },
  ]);
  expect(listDoubts(found)).toEqual([
    'doubtful date-order line 5 eventDate: “05/01/2027” is read as January 5, 2027. Other dates in “Start Date” have the day first',
    "refused no-date line 6 eventDate: The date “soon” can't be read",
  ]);
});

test('dates that can be read in two ways are read as chosen, and named where some have the day first', async () => {
  const dates = ['12/05/2026 8:00 AM', '13/06/2026', '12/25/2026', '2026-12-09', '07/07/2026'];
  const table = ['title,Start Date,place', ...dates.map((date, at) => `T${at},${date},Hall`)].join('\n');
  const read = async (dateOrder?: 'day' | 'month') => {
    const found = await readFoundIn('events.csv', table, { dateOrder });
    return [
      itemsIn(found)[0]?.input.eventDate,
      ...listDoubts(found).filter((each) => each.includes('order')),
    ];
  };
  const named = (day: string) =>
    `doubtful date-order line 2 eventDate: “12/05/2026 8:00 AM” is read as ${day}. Other dates in “Start Date” have the day first`;
  expect(await read()).toEqual(['2026-12-05T13:00:00Z', named('December 5, 2026')]);
  expect(await read('day')).toEqual(['2026-05-12T12:00:00Z', named('May 12, 2026')]);
  expect(await read('month')).toEqual(['2026-12-05T13:00:00Z', named('December 5, 2026')]);
  const other = itemsIn(await readFoundIn('events.csv', table, { dateOrder: 'day' }));
  expect(other.slice(1, 3).map(({ input }) => input.eventDate)).toEqual([
    '2026-06-13T04:00:00Z',
    '2026-12-25T05:00:00Z',
  ]);
});

test('times that a spreadsheet wrote have no seconds', async () => {
  const rows = ['07:00:00 PM', '19:30:00', '7 PM', '00:15:00'];
  const table = [
    'title,date,time,place',
    ...rows.map((time, at) => `T${at},2026-12-0${at + 1},${time},Hall`),
  ];
  const found = await readFoundIn('events.csv', table.join('\n'));
  expect(itemsIn(found).map(({ input }) => input.eventTime)).toEqual(['7:00 PM', '19:30', '7 PM', '0:15']);
});

test('the keys of rows do not depend on their order, and ids are kept', async () => {
  const table = (...rows: string[]) => `id,title,date,text\n${rows.join('\n')}`;
  const [one, two, three] = ['a1,One,2026-01-01,x', ',Two,2026-01-02,x', ',Three,2026-01-03,x'];
  const keys = async (text: string) =>
    new Map(itemsIn(await readFoundIn('t.csv', text)).map(({ title, key }) => [title, key]));
  const first = await keys(table(one as string, two as string, three as string));
  expect(await keys(table(three as string, one as string, two as string))).toEqual(
    new Map([...first].toSorted(([a], [b]) => (a < b ? 1 : -1)).toSorted(([a]) => (a === 'Three' ? -1 : 0))),
  );
  expect(first.get('One')).toBe('a1');
});

test('encodings and separators are recognized', async () => {
  const text = 'title\tdate\ttext\nZoë’s café\t2026-01-01\tx\n';
  const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le');
  const windows = Buffer.from(text.replace('’', '\x92'), 'latin1');
  for (const content of [text, `\uFEFF${text}`, utf16, windows])
    expect(itemsIn(await readFoundIn('t.tsv', content)).map(({ title }) => title)).toEqual(['Zoë’s café']);
});

test('rows that are shifted, quotation marks that nobody closes and unknown columns are refused', async () => {
  const shifted = await readFoundIn('t.csv', 'title,date,text\nOne,2026-01-01,a, b\nTwo,2026-01-02,x\n');
  expect(itemsIn(shifted).map(({ title }) => title)).toEqual(['Two']);
  expect(listDoubts(shifted)).toEqual([
    'refused broken-quotes line 2 : The row has 4 cells and the first row 3: a quotation mark is missing',
  ]);
  const open = await readFoundIn(
    't.csv',
    'title,date,text\nOne,2026-01-01,x\nTwo,2026-01-02,"never closed\n',
  );
  expect(itemsIn(open).map(({ title }) => title)).toEqual(['One']);
  expect(listDoubts(open)).toEqual([
    'refused damaged  : A quotation mark is not closed in the row that begins on line 3: this row and all after it are missing',
  ]);
  expect(listDoubts(await readFoundIn('t.csv', 'a,b\n1,2\n'))).toEqual([
    'refused no-mapping  : Choose which column is which field: their names are not known',
  ]);
});

test('a file that is named after a collection contains it, and options on lines of their own keep their commas', async () => {
  const news = await readFoundIn('news.csv', 'id,title,pubDate,description\nn1,Snow,2026-01-01,x\n');
  expect(itemsIn(news).map(({ kind }) => kind)).toEqual(['news']);
  const polls = await readFoundIn(
    'polls.csv',
    'title,description,options\nRink?,x,"Yes, at noon\nNo, never"\n',
  );
  expect(itemsIn(polls)[0]?.input.options).toEqual(['Yes, at noon', 'No, never']);
  expect(listDoubts(polls)).toEqual([]);
});

test('drafts stay drafts, and so is what says anything else, with a note', async () => {
  const rows = ['draft', 'Pending', 'scheduled', 'published', 'odd'].map(
    (word, at) => `T${at},2026-01-01,x,${word}`,
  );
  const found = await readFoundIn('a.csv', `title,date,text,Status\n${rows.join('\n')}\n`);
  expect(itemsIn(found).map(({ input }) => input.publication)).toEqual([
    ...['draft', 'draft', 'scheduled', 'published', 'draft'],
  ]);
  expect(listDoubts(found)).toEqual([
    "doubtful field-value line 6 publication: Its value can't be read and is left out",
  ]);
});

test('polls and businesses are recognized by their columns', async () => {
  const polls = await readFoundIn('p.csv', 'Question,Description,Answers\nWhen?,Choose,"Mon, Tue"\n');
  expect(itemsIn(polls)).toMatchObject([
    { kind: 'polls', input: { title: 'When?', options: ['Mon', 'Tue'] } },
  ]);
  const businesses = await readFoundIn('b.csv', 'Company,Type,Street,Tel\nBakery,Food,1 Main St,555\n');
  expect(itemsIn(businesses)).toMatchObject([
    { kind: 'businesses', input: { name: 'Bakery', category: 'Food', address: '1 Main St', phone: '555' } },
  ]);
  expect(listCsvFields('news')[0]).toEqual({ field: 'title', label: 'Title', isRequired: true });
});

function itemsIn(found: Found[]): FoundItem[] {
  return found.filter((each) => 'input' in each);
}
