import type { ImportRun } from '#app/moving/import/import-store.server.ts';
import { formatShortDate, formatTime } from '#app/platform/time/town-time.ts';
import type { Town } from '#app/town/town.ts';
import type { EarlierImport } from './earlier-imports.tsx';
import { phaseOf, phaseWords, recordsIn, recordWords } from './import-words.ts';

/** A line of the list of imports. */
export function earlierImportOf(moveIn: ImportRun, town: Town): EarlierImport {
  const { id, origin, createdAt, files, report } = moveIn;
  const phase = phaseOf(moveIn);
  const number = new Intl.NumberFormat(town.locale);
  const facts = [
    `${formatShortDate(createdAt, town)}, ${formatTime(createdAt, town)}`,
    files.map(({ name }) => name).join(', '),
    report && phase === 'done' ? `${recordWords(recordsIn(report.moved), number)} imported` : '',
    report && phase === 'ready' ? `${recordWords(recordsIn(report.moved), number)} ready` : '',
  ];
  return {
    id,
    origin,
    badge: phaseWords[phase],
    facts: facts.filter(Boolean).join(' · '),
  };
}
