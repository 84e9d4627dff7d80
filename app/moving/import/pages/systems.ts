import type { FormatName } from '#app/moving/formats/format.ts';

/** The systems that content can come from, and the files that each gives. */

/** A file field of the form. `accept` is what the browser's dialog shows first. */
export type FileField = {
  name: string;
  label: string;
  hint: string;
  accept: string;
  /** What to choose, for a file that is nothing known. */
  expected?: string;
  isOptional?: true;
  multiple?: true;
  /** An archive with nothing but pictures. */
  isPictures?: true;
};

export type System = {
  name: 'firebase' | 'wordpress' | 'ghost' | 'files';
  label: string;
  hint: string;
  fields: readonly FileField[];
  /** What its files can be; anything without it. */
  formats?: readonly FormatName[];
};

const ARCHIVES = '.zip,.gz,.tgz,.tar';

export const systems: readonly System[] = [
  {
    name: 'firebase',
    label: 'Firebase',
    hint: 'Articles, news, events, polls, businesses, and accounts with their passwords',
    formats: ['firestore', 'firebase-auth'],
    fields: [
      {
        name: 'store',
        label: 'Firestore data',
        hint: 'A JSON export, or a .zip of a managed export',
        expected: 'Choose a JSON export of Firestore, or a .zip of a managed export',
        accept: `.json,${ARCHIVES}`,
      },
      {
        name: 'auth',
        label: 'Accounts',
        hint: 'auth_export.json, from firebase auth:export. Can also be imported alone',
        expected: 'Choose the file that firebase auth:export saves',
        accept: `.json,.csv,${ARCHIVES}`,
        isOptional: true,
      },
    ],
  },
  {
    name: 'wordpress',
    label: 'WordPress',
    hint: 'Posts, pages and pictures, but not comments',
    formats: ['wordpress'],
    fields: [
      {
        name: 'wordpress',
        label: 'WordPress export',
        hint: 'The XML file of Tools → Export. Several files if your export was split',
        expected: 'Choose the XML file that WordPress saves at Tools → Export',
        accept: `.xml,${ARCHIVES}`,
        multiple: true,
      },
      {
        name: 'uploads',
        label: 'Pictures',
        hint: 'A .zip of wp-content/uploads. Without it, pictures are copied from the old site',
        accept: ARCHIVES,
        isPictures: true,
        isOptional: true,
      },
    ],
  },
  {
    name: 'ghost',
    label: 'Ghost',
    hint: 'Posts, pictures and subscribers',
    formats: ['ghost', 'ghost-members'],
    fields: [
      {
        name: 'ghost',
        label: 'Ghost export',
        hint: 'The JSON file of Settings → Import/Export',
        expected: 'Choose the JSON file that Ghost saves at Settings → Import/Export',
        accept: `.json,${ARCHIVES}`,
      },
      {
        name: 'members',
        label: 'Members',
        hint: 'The CSV file of Members → Export all members',
        expected: 'Choose the CSV file that Ghost saves at Members → Export all members',
        accept: `.csv,${ARCHIVES}`,
        isOptional: true,
      },
      {
        name: 'images',
        label: 'Pictures',
        hint: 'A .zip of content/images. Without it, pictures are copied from the old site',
        accept: ARCHIVES,
        isPictures: true,
        isOptional: true,
      },
    ],
  },
  {
    name: 'files',
    label: 'Files',
    hint: 'Feeds, calendars (.ics), spreadsheets (.csv), lists of feeds (.opml) or the export of another Belfry',
    fields: [
      {
        name: 'files',
        label: 'Files',
        hint: 'At most 10',
        expected: 'Choose a feed, a calendar, a .csv or .opml file, or the export of another Belfry',
        accept: `.xml,.rss,.atom,.json,.ics,.csv,.tsv,.opml,${ARCHIVES}`,
        multiple: true,
      },
    ],
  },
];

/** The chosen system; the first one if there is none of this name. */
export function systemOf(name: string): System {
  return systems.find((system) => system.name === name) ?? (systems[0] as System);
}

/** How many files one import can bring, and the size of each. */
export const MOST_FILES = 10;
export const MOST_FILE_BYTES = 2 * 1024 ** 3;
