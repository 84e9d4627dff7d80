import { expect } from 'vitest';
import { eachDatabase } from '../../../tests/each-database.ts';
import { NOW } from '../../../tests/operator.ts';
import { seedImport } from '../../../tests/seed-import.ts';
import { removeEndedImportFiles } from './import-files.server.ts';

eachDatabase(
  '7 days after an import, the list of its problems and the key of its password hashes are deleted',
  async ({ database: { write } }) => {
    const options = { choices: {}, pictures: 'fetch', hashConfig: 'base64_signer_key: c2lnbmVy' };
    await seedImport(write, { state: 'stopped', options: JSON.stringify(options), finishedAt: NOW });
    const problemsAfter = async (days: number) => {
      await removeEndedImportFiles(write, '/nowhere', NOW + days * 86_400_000);
      return (await write.selectFrom('move_in_problem').select('number').execute()).length;
    };
    const set = (row: object) => write.updateTable('move_in').set(row).execute();
    expect(await problemsAfter(6)).toBe(4);
    await set({ wanted: 'import' });
    expect(await problemsAfter(8)).toBe(4);
    await set({ wanted: null, state: 'done' });
    expect(await problemsAfter(8)).toBe(0);
    const row = await write.selectFrom('move_in').select(['options', 'report']).executeTakeFirstOrThrow();
    expect(JSON.parse(row.options)).toEqual({ choices: {}, pictures: 'fetch' });
    // The counts stay.
    expect(row.report).toContain('"refused"');
  },
);
