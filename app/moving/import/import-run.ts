/** What an import is made of, and what is stored of it as JSON. Counts are of records, by kind. */
import * as z from 'zod';
import { collectionNames } from '#app/collections.server.ts';

/** The kinds of records that are counted, in the order of the report. */
export const movedKinds = [
  ...collectionNames,
  'users',
  'subscribers',
  'sources',
  'pictures',
  'redirects',
] as const;

export type MovedKind = (typeof movedKinds)[number];

export const itemKinds = collectionNames;

const counts = z.partialRecord(z.enum(movedKinds), z.number());

/** A missing kind is zero. */
export type Counts = z.infer<typeof counts>;

/** A file of an import. `path` is absolute; `name` is what people call it. `format` is null until it is recognized. */
const file = z.object({
  path: z.string(),
  name: z.string(),
  bytes: z.number(),
  format: z.string().nullable().default(null),
});

export const filesSchema = z.array(file);

export type ImportFile = z.infer<typeof file>;

/** Whether pictures of other sites are copied into the library, or stay where they are. */
export const pictureChoices = ['fetch', 'keep'] as const;

/**
 * `choices` by class of problem (`choices.ts`); a missing class has its default. `hashConfig` is the text of Firebase's
 * "Password hash parameters"; it is removed when the import ends. `collection` and `columns` (field → column) say what
 * the rows of a CSV file are; `collection` also says what the entries of a feed become.
 */
export const optionsSchema = z.object({
  choices: z.record(z.string(), z.string()).default({}),
  pictures: z.enum(pictureChoices).default('fetch'),
  hashConfig: z.string().max(10_000).optional(),
  collection: z.enum(itemKinds).optional(),
  columns: z.record(z.string(), z.string()).optional(),
});

export type ImportRunOptions = z.infer<typeof optionsSchema>;

/** The problems of one class and what is decided together about them; `example` is the first of them. */
const problemClass = z.object({
  class: z.string(),
  verdict: z.enum(['refused', 'doubtful']),
  count: z.number(),
  example: z.object({ file: z.string(), record: z.string(), problem: z.string() }),
});

export type ProblemClass = z.infer<typeof problemClass>;

/** What the page calls "Good to know": numbers of accounts and addresses. */
const facts = z.object({
  /** Accounts that keep their password, that log in with Google, and that have to choose a new password. */
  passwords: z.number().default(0),
  google: z.number().default(0),
  withoutPassword: z.number().default(0),
  disabled: z.number().default(0),
  /** Accounts that were imported earlier and got their password now, or what else was missing. */
  passwordsAdded: z.number().default(0),
  completed: z.number().default(0),
  /** People on the newsletter's list, with a verified address and without one, and those who stay off it. */
  optedIn: z.number().default(0),
  unverified: z.number().default(0),
  suppressed: z.number().default(0),
});

export type ImportFacts = z.infer<typeof facts>;

/**
 * The result of a dry run or an import: every record that was found is moved, skipped (here already, or left out by a
 * choice) or refused. After a dry run, `moved` is what would be moved. After an undo, `undone` is what was removed.
 */
export const reportSchema = z.object({
  found: counts,
  moved: counts,
  skipped: counts,
  refused: counts,
  undone: counts.optional(),
  classes: z.array(problemClass),
  leftOut: z.array(z.object({ what: z.string(), count: z.number() })),
  facts,
  /** How long the reading or the import took, in milliseconds. */
  tookMs: z.number(),
});

export type ImportRunReport = z.infer<typeof reportSchema>;

/** How far the current work is; `total` is null where it is not known yet. */
export const progressSchema = z.object({
  steps: z.array(
    z.object({
      step: z.enum(['records', 'accounts', 'pictures']),
      done: z.number(),
      total: z.number().nullable(),
    }),
  ),
  /** UTC epoch milliseconds of this line. */
  at: z.number(),
});

export type ImportProgress = z.infer<typeof progressSchema>;

/** The sum of all kinds. */
export function totalOf(byKind: Counts): number {
  return Object.values(byKind).reduce((sum, count) => sum + (count ?? 0), 0);
}
