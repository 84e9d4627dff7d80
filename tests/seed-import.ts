import type { Insertable } from 'kysely';
import type { ImportRunReport } from '#app/moving/import/import-run.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { ImportRunRow } from '#app/platform/database/tables/operation-tables.ts';

/** The dry run of a site on Firebase. */
export const seededReport: ImportRunReport = {
  found: { articles: 486, news: 1204, events: 212, polls: 14, businesses: 92, users: 1338, pictures: 640 },
  moved: {
    ...{ articles: 484, news: 1204, events: 209, polls: 14, businesses: 91, users: 1338, pictures: 637 },
    redirects: 1688,
  },
  skipped: {},
  refused: { articles: 2, events: 3, businesses: 1, pictures: 3 },
  classes: [
    {
      class: 'no-date',
      verdict: 'refused',
      count: 3,
      example: { file: 'firestore.json', record: 'events/9fT2', problem: 'eventDate is empty' },
    },
    {
      class: 'same-id',
      verdict: 'doubtful',
      count: 1,
      example: { file: 'firestore.json', record: 'articles/x77', problem: 'This id exists here' },
    },
  ],
  leftOut: [{ what: 'comments', count: 12 }],
  facts: {
    ...{ passwords: 1296, google: 42, withoutPassword: 1, disabled: 2, passwordsAdded: 0, completed: 0 },
    ...{ optedIn: 1190, unverified: 41, suppressed: 13 },
  },
  tookMs: 41_000,
};

const problems = [
  ['events/9fT2', 'Fall supper', 'eventDate', 'eventDate is “11/31/2025”. November has 30 days.'],
  ['events/Qk01', 'Band practice', 'eventDate', 'eventDate is empty'],
  ['events/Qk02', '', 'title', 'title is empty'],
  [
    'articles/x78',
    '=HYPERLINK("x")',
    'link',
    'link is “javascript:void(0)”. Only web addresses are allowed.',
  ],
] as const;

/** An import, ready unless `row` says otherwise, with its problems. */
export async function seedImport(db: WriteDb, row: Partial<Insertable<ImportRunRow>> = {}): Promise<void> {
  const now = Date.parse('2026-11-20T21:20:00Z');
  const id = row.id ?? '11111111-1111-4111-8111-111111111111';
  const file = { path: '/nowhere/file-1', name: 'firestore.json', bytes: 300_000, format: 'firestore' };
  await db
    .insertInto('move_in')
    .values({
      id,
      state: 'ready',
      wanted: null,
      createdAt: now,
      createdBy: null,
      origin: 'Firebase',
      files: JSON.stringify([file]),
      options: JSON.stringify({ choices: {}, pictures: 'fetch' }),
      report: JSON.stringify(seededReport),
      progress: null,
      startedAt: now,
      finishedAt: now + 41_000,
      trouble: null,
      ...row,
    })
    .execute();
  await db
    .insertInto('move_in_problem')
    .values(
      problems.map(([record, title, field, problem], index) => ({
        ...{ moveIn: id, number: index + 1, verdict: 'refused' as const, class: 'no-date' },
        ...{ file: 'firestore.json', record, title, field, problem },
      })),
    )
    .execute();
}
