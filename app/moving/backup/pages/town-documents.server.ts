import type { TownDocument, WriteDocuments } from '#app/moving/backup/town-document.ts';
import { openSecret } from '#app/people/secret.server.ts';
import { composeEnvironment } from '#app/platform/settings/kept-environment.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { formatLongDate } from '#app/platform/time/town-time.ts';
import { findTown } from '#app/town/town-store.server.ts';
import { composeNotes } from './notes-text.ts';
import { findSuccessor } from './successor-store.server.ts';
import { listTownFacts } from './town-facts.server.ts';

type Documenting = {
  settings: Settings;
  /** UTC epoch milliseconds. */
  now: number;
  /** The settings with their secrets, only if they are to go into the file. */
  environment?: Record<string, string | undefined> | undefined;
};

/** The documents of a backup: notes for the successor and, where wanted, the town's settings with their secrets. */
export function documentsOf({ settings, now, environment }: Documenting): WriteDocuments {
  return async (db) => {
    const [town, successor, facts] = await Promise.all([
      findTown(db),
      findSuccessor(db),
      listTownFacts(db, settings),
    ]);
    const notes = composeNotes({ madeOn: formatLongDate(now, town), facts, successor });
    const documents: TownDocument[] = [{ name: 'notes.txt', text: notes }];
    if (environment)
      documents.push({ name: 'environment', text: describeEnvironment(environment, settings) });
    return documents;
  };
}

/** With the secret from the data folder and the text of the DKIM key, whose files stay behind. */
function describeEnvironment(environment: Record<string, string | undefined>, settings: Settings): string {
  const values = {
    ...environment,
    BELFRY_URL: settings.url,
    BELFRY_SECRET: openSecret(settings),
    DKIM_KEY: settings.dkim?.privateKey.trim().replaceAll('\n', '\\n'),
  };
  return [
    '# Settings of the town that were handed over with it. The environment of the site takes precedence.',
    '# DATABASE_URL, MEDIA_URL, PORT and others belong to a machine: see docs/configuration.md.',
    composeEnvironment(values),
  ].join('\n');
}
