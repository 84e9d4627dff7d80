import { fieldsOfNotes, type Successor } from './successor.ts';
import type { TownFact } from './town-facts.server.ts';

type Notes = {
  /** 'November 20, 2026'. */
  madeOn: string;
  facts: TownFact[];
  successor: Successor;
};

const WIDTH = 78;

/** The page for the person who takes over, as plain text: what this is, where the town runs, what to do. */
export function composeNotes({ madeOn, facts, successor }: Notes): string {
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
