import { commandLine } from '#app/platform/command-line/command-line.ts';
import { HORIZON_MONTHS } from '#app/sources/formats/source-limits.ts';
import { type Command, runVerb, type Verb } from '../command.ts';

/** A preview needs no database. */
const verbs: Record<string, Verb> = {
  add: {
    options: ['name', 'feeds', 'trust', 'rank', 'zone', 'every', 'areas', 'severity', 'json'],
    load: async () => (await import('./sources-desk.ts')).runAdd,
  },
  list: { options: ['json'], load: async () => (await import('./sources-desk.ts')).runList },
  refresh: {
    options: ['all', 'json'],
    load: async () => (await import('./sources-desk.ts')).runRefresh,
  },
  remove: { options: ['yes'], load: async () => (await import('./sources-desk.ts')).runRemove },
  preview: {
    options: ['json', 'zone', 'from', 'to'],
    load: async () => (await import('./sources-preview.ts')).runPreview,
  },
};

export const sources: Command = {
  name: 'sources',
  summary: 'Add, list, check and remove the feeds, calendars and pages that the site imports',
  help: `Usage: ${commandLine('sources add ADDRESS')} [--name NAME] [--feeds articles|news|events|notices]
         [--trust review|publish] [--rank primary|aggregator] [--zone ZONE] [--every MINUTES] [--json]
       ${commandLine('sources list')} [--json]
       ${commandLine('sources refresh')} [ID|NAME… | --all] [--json]
       ${commandLine('sources remove ID|NAME')} [--yes]
       ${commandLine('sources preview FILE|FOLDER|URL')}… [--json] [--zone ZONE] [--from TIME --to TIME]

Sources are RSS, RDF, Atom, JSON Feed, iCalendar, and pages with schema.org events or news articles.

add finds the feed behind an address and adds it.
  --name NAME      shown with its items; the feed's own name by default
  --feeds KIND     what it adds: articles, news, events, or notices for official warnings; by default what fits
  --trust TRUST    review: its items wait in the inbox (the default); publish: they are published at once
  --rank RANK      primary (the default), or aggregator: it collects from others, whose details win
  --zone ZONE      the zone of its times, if it is not the one it names or the town's
  --every MINUTES  how often it is checked; 60 by default
  --areas AREAS    of official warnings: the names or codes that count, separated by ';'
  --severity LEVEL of official warnings: the lowest that is taken: minor, moderate, severe or extreme

list shows how each source is doing; with --json, a line of JSON for each.

refresh checks sources now, all that are not paused by default, and prints what is found, new, changed
and missing in each. The exit code is 1 if one can't be checked. The site can be running. You can stop
it with Ctrl-C; what is imported stays.

remove asks first, unless --yes is given. What the source brought stays on the site.

preview prints what is in each document: a line of JSON with source, format, title, items, occurrences
(the dates of events), notes and error; in a terminal a summary, unless --json is given. It needs no
database and changes nothing. All files in a folder are read. A document that can't be read has its
reason in error; the exit code is 0 all the same.
  --zone ZONE      the town's time zone, for times without one and for whole days; UTC by default
  --from TIME      only dates that begin at or after this day or time
  --to TIME        only dates that begin before this day or time
                   Without these, the dates are those from today on, for ${HORIZON_MONTHS} months.

Example: ${commandLine('sources add')} https://paper.example/rss --name 'The Hollow Ledger'`,
  options: {
    json: { type: 'boolean' },
    zone: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    name: { type: 'string' },
    feeds: { type: 'string' },
    trust: { type: 'string' },
    rank: { type: 'string' },
    every: { type: 'string' },
    areas: { type: 'string' },
    severity: { type: 'string' },
    all: { type: 'boolean' },
    yes: { type: 'boolean' },
  },
  words: 'many',
  verbs,
  run: (invocation) => runVerb('sources', verbs, invocation),
};
