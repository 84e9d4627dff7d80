import { openSecret } from '#app/people/secret.server.ts';
import { readSettings } from '#app/platform/settings/settings.server.ts';
import { type TestDatabase, withSqlite } from './each-database.ts';
import { environmentOf, type Typed, typeCommand } from './operator.ts';

export function runDoctor(t: TestDatabase, more: Record<string, string> = {}): Promise<Typed> {
  const environment = {
    BELFRY_DATA: 'dataFolder' in t.location ? t.location.dataFolder : '/tmp',
    ...environmentOf(t),
    ...more,
  };
  return typeCommand(['doctor'], { environment });
}

/** A test on a data folder in its state after the first start. */
export async function withHealthySite(
  body: (t: TestDatabase, dataFolder: string) => Promise<void>,
): Promise<void> {
  await withSqlite(async (t) => {
    const { BELFRY_DATA: dataFolder = '' } = environmentOf(t);
    openSecret(readSettings(environmentOf(t)));
    await body(t, dataFolder);
  });
}

export function problemsOf({ printed }: Typed): string[] {
  return printed.filter((line) => line.startsWith('problem'));
}
