import type { Day } from './run-day.ts';

/** The day as a table of Markdown. */
export function reportOf({ evening, morning, reviewed, sources, ...day }: Day): string {
  const failing = sources.filter(({ state }) => state !== 'working');
  const kinds = Object.entries(day.byKind)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ');
  const rows = [
    ['sources', `${sources.length}, with ${day.material}`],
    ['the evening before: found and new', `${evening.found}, ${evening.new}`],
    [
      'overnight: found, new, changed, no longer listed',
      [morning.found, morning.new, morning.changed, morning.missing].join(', '),
    ],
    ['checking all of them, with one that hangs', `${day.checkSeconds.toFixed(1)} s`],
    ['merged with what another source lists', `${day.merged}`],
    [
      'waiting in the inbox',
      `${day.entries} (${kinds}), ${day.changes} of them changes, as ${day.stacks} decisions`,
    ],
    ['keystrokes to an empty inbox', `${reviewed.keystrokes} for ${reviewed.decisions} decisions`],
    ['longest wait for the next item', `${reviewed.waitedMs.toFixed(0)} ms`],
    ...failing.map(({ name, state, message }) => [`${name}: ${state}`, message]),
  ];
  return ['| | |', '|---|---|', ...rows.map(([what, figure]) => `| ${what} | ${figure} |`)].join('\n');
}
