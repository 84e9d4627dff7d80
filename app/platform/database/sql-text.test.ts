import { expect, test } from 'vitest';
import { readSources } from '../../../tests/source-imports.ts';

const sources = readSources('app', 'server', 'commands');

test('SQL is written only in the database folders, and no part of a request becomes its text (R-27)', () => {
  const writing = sources.filter(({ text }) => /import \{[^}]*\bsql\b[^}]*\} from 'kysely'/.test(text));
  const elsewhere = writing
    .map(({ path }) => path)
    .filter(
      (path) => !/^app\/(platform\/(database|postgres|sqlite|search-index)|moving\/backup)\//.test(path),
    );
  const known = [
    'app/items/sample-town/sample-town-store.server.ts',
    // The condition of a partial index, without parameters.
    'app/people/passwords/password-store.server.ts',
    'app/polls/poll-collection.server.ts',
    'app/platform/throttle/throttle.server.ts',
    'commands/doctor/doctor-schema.ts',
    'commands/doctor/doctor-database.ts',
    'commands/repair-links.ts',
    'commands/upgrade/count-losses.ts',
  ];
  expect(known).toEqual(expect.arrayContaining(elsewhere));
  // Migrations and backups define the schema; no part of a request reaches them.
  const ofTheSchema = /^app\/(platform\/database\/migrations|moving\/backup)\//;
  const raw = sources
    .filter(({ path, text }) => !ofTheSchema.test(path) && /\bsql\.(raw|lit)\b/.test(text))
    .map(({ path }) => path);
  // Where a parameter isn't allowed (columns, tables), constants are used, never raw text.
  expect(raw).toEqual([]);
});
