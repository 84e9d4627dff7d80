import type { HostileRow } from './measure-reading.ts';
import type { Day } from './run-day.ts';

/** The day as a table of Markdown. */
export function reportOf({ evening, morning, reviewed, sources, ...day }: Day): string {
  const failing = sources.filter(({ state }) => state !== 'working');
  const kinds = Object.entries(day.byKind)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ');
  const rows = [
    ['sources', `${sources.length}, with ${day.material}`],
    [
      'the evening before',
      `${evening.found} listed, ${day.eveningMerged} of them merged, ${day.eveningEntries} published`,
    ],
    [
      'overnight',
      `${morning.found} listed, ${morning.new} of them new, ${morning.changed} changed, ${morning.missing} no longer listed`,
    ],
    ['checking all of them, one after the other', `${day.checkSeconds.toFixed(1)} s, with one that hangs`],
    ['merged overnight', `${day.merged} items with what another source lists`],
    [
      'waiting in the morning',
      `${day.stacks} decisions about ${kinds}; ${day.changes} of them about changes`,
    ],
    ['keystrokes to an empty inbox', `${reviewed.keystrokes} for ${reviewed.decisions} decisions`],
    ['longest wait for the next item', `${reviewed.waitedMs.toFixed(0)} ms`],
    ...failing.map(({ name, state, message }) => [`${name}: ${state}`, message]),
  ];
  return ['| | |', '|---|---|', ...rows.map(([what, figure]) => `| ${what} | ${figure} |`)].join('\n');
}

/** What reading costs, as a table of Markdown. */
export function readingReportOf(rows: HostileRow[], feedsPerSecond: number): string {
  const lines = rows.map(
    ({ name, seconds, delayMs, outcome }) =>
      `| ${name} | ${seconds.toFixed(2)} s | ${delayMs.toFixed(0)} ms | ${outcome} |`,
  );
  const speed = `Feeds of 130 KB with 1,400 links: ${feedsPerSecond.toFixed(0)} per second.`;
  return [
    '| document | time | event loop late by | outcome |',
    '|---|---|---|---|',
    ...lines,
    '',
    speed,
  ].join('\n');
}
