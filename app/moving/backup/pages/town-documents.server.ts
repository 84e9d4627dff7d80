import type { TownDocument, WriteDocuments } from '#app/moving/backup/manifest.ts';
import { findAdminEmail } from '#app/people/administrator/administrator-address.server.ts';
import { openSecret } from '#app/people/secret.server.ts';
import { versionOfBelfry } from '#app/platform/command-line/belfry-version.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { composeEnvironment } from '#app/platform/settings/kept-environment.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { formatLongDate } from '#app/platform/time/town-time.ts';
import { townAndStateOf } from '#app/town/town-names.ts';
import { findTown } from '#app/town/town-store.server.ts';
import { fieldsOfNotes } from './successor.ts';
import { findSuccessor, type Successor } from './successor-store.server.ts';

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

type Notes = {
  /** 'November 20, 2026'. */
  madeOn: string;
  facts: TownFact[];
  successor: Successor;
};

const WIDTH = 78;

/** The page for the person who takes over, as plain text: what this is, where the town runs, what to do. */
function composeNotes({ madeOn, facts, successor }: Notes): string {
  const title = facts[0]?.value ?? 'this site';
  const paragraphs = [
    `How to take over ${title}`,
    `Written on ${madeOn}. This file is a backup of the whole site: all articles, news, events, polls, businesses and pictures, the accounts with their protected passwords, the subscribers of the newsletter, and the settings. It contains the email addresses of people. Share it only with people who may see them.`,
    'WHERE THE SITE RUNS',
    facts.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    ...successorLines(successor),
    'HOW TO BRING IT BACK',
    [
      '1. Get a machine with Linux, or any computer, and install Belfry as its README says. docs/hosting.md describes a small server. In a clone of the project, type npm run belfry -- instead of belfry.',
      '2. Put the encrypted file on that machine. You need its passphrase or its secret key (AGE-SECRET-KEY-1…).',
      '3. Run: belfry restore FILE --passphrase-file PASSPHRASE, or with a key: belfry restore FILE --identity KEY. Or start the site, open the set-up link that it prints, and choose "Restore from a file".',
      '4. Start the site with belfry start. Log in with the administrator’s address and password. If you do not have the password, run: belfry admin create YOUR-ADDRESS --replace',
      '5. Point the domain to the new machine. Scheduled jobs are paused after a restore: resume them under Backups.',
      '6. Run belfry doctor. It lists what is left to do.',
    ].join('\n'),
    'docs/handing-over.md explains each step. If no one continues the site, belfry freeze keeps it readable, and belfry export site FOLDER writes it as files that need no server.',
  ];
  return `${paragraphs.map(wrapped).join('\n\n')}\n`;
}

function successorLines(successor: Successor): string[] {
  const who = [successor.name, successor.email].filter(Boolean).join(', ');
  const notes = fieldsOfNotes.filter(({ name }) => successor[name] !== '');
  return [
    ...(who ? ['WHO TAKES OVER', who] : []),
    ...notes.flatMap(({ name, label }) => [label.toUpperCase(), successor[name]]),
  ];
}

/** Lines of at most 78 characters, broken between words; longer words stay whole. */
function wrapped(text: string): string {
  return text
    .split('\n')
    .map((line) => wrapLine(line))
    .join('\n');
}

function wrapLine(line: string): string {
  const lines = [''];
  for (const word of line.split(' ')) {
    const last = lines.at(-1) as string;
    if (last === '') lines[lines.length - 1] = word;
    else if (last.length + 1 + word.length <= WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}

/** A line of facts for the successor: 'Address', 'https://maplehollow.example'. */
export type TownFact = { label: string; value: string };

/** What the site itself knows about where and how the town runs. Contains no password and no key. */
export async function listTownFacts(db: ReadDb, settings: Settings): Promise<TownFact[]> {
  const town = await findTown(db);
  const facts = [
    { label: 'Site', value: town.title },
    { label: 'Town', value: townAndStateOf(town) },
    { label: 'Address', value: settings.url },
    { label: 'Administrator', value: (await findAdminEmail(db, settings)) ?? 'none yet' },
    { label: 'Contact', value: town.contactEmail },
    { label: 'Database', value: settings.databaseUrl ? 'PostgreSQL' : 'SQLite, in the data folder' },
    { label: 'Data folder', value: settings.dataFolder },
    { label: 'Pictures', value: settings.mediaBucket?.address ?? 'in the data folder' },
    {
      label: 'Mail server',
      value: serverOf(settings.smtpUrl) ?? 'none: emails are written to the data folder',
    },
    { label: 'Sender of emails', value: settings.mailFrom ?? 'the default of the site’s address' },
    { label: 'Google login', value: settings.google ? 'yes' : 'no' },
    { label: 'Copies of backups', value: settings.backupBucket?.address ?? '' },
    { label: 'Program', value: `Belfry ${versionOfBelfry()}` },
  ];
  return facts.filter(({ value }) => value !== '');
}

/** The host of a mail server, without its user and password. */
function serverOf(address: string | undefined): string | undefined {
  return address && URL.parse(address)?.host;
}
