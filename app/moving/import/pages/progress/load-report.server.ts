import { type ImportRunReport, itemKinds, movedKinds, totalOf } from '#app/moving/import/import-run.ts';
import type { ImportRun } from '#app/moving/import/import-store.server.ts';
import { goodToKnow } from '#app/moving/import/pages/good-to-know.ts';
import { kindWords, pictureWords, recordsIn } from '#app/moving/import/pages/import-words.ts';
import { loadSampleTown } from '#app/moving/import/pages/request-sample-town.server.ts';
import { feedKindOf, feedKinds } from '#app/moving/import/pages/save-choices.server.ts';
import type { readContext } from '#app/people/request/context.ts';
import { zoneNameOf } from '#app/platform/time/town-time.ts';
import { listIncomplete } from './incomplete.server.ts';
import { loadProblems } from './load-problems.server.ts';

type RequestContext = Pick<ReturnType<typeof readContext>, 'read' | 'town' | 'collections'>;

/** The report of a dry run, and what can be decided. */
export async function loadReport(requestContext: RequestContext, moveIn: ImportRun) {
  const { read, town } = requestContext;
  const report = moveIn.report as ImportRunReport;
  const number = new Intl.NumberFormat(town.locale);
  return {
    found: number.format(recordsIn(report.found)),
    ready: recordsIn(report.moved),
    isAnyReady: totalOf(report.moved) > 0,
    readyWords: number.format(recordsIn(report.moved)),
    skipped: recordsIn(report.skipped),
    skippedWords: number.format(recordsIn(report.skipped)),
    refused: recordsIn(report.refused),
    refusedWords: number.format(recordsIn(report.refused)),
    picturesToCopy: picturesToCopy(report, number),
    took: tookWords(report.tookMs),
    incomplete: await listIncomplete(read, moveIn.id, report),
    kinds: kindsOf(report, moveIn.options.pictures === 'fetch', number),
    groups: await loadProblems(read, moveIn, { town, isReport: true }),
    facts: goodToKnow(report, {
      number,
      zone: zoneNameOf(town),
      isOfFirebase:
        moveIn.files.some(({ format }) => format === 'firestore') &&
        itemKinds.some((kind) => (report.moved[kind] ?? 0) > 0),
      isWithoutSettings: report.classes.some(({ class: name }) => name === 'no-hash-config'),
    }),
    sampleTown: await loadSampleTown(requestContext),
    pictures: (report.found.pictures ?? 0) > 0 ? moveIn.options.pictures : null,
    feedKinds: feedKindsOf(moveIn),
    version: moveIn.version,
  };
}

/** '38 pictures are ready to copy.' Empty without any. */
function picturesToCopy({ moved }: ImportRunReport, number: Intl.NumberFormat): string {
  const pictures = pictureWords(moved, number);
  return pictures && `${pictures} ${moved.pictures === 1 ? 'is' : 'are'} ready to copy.`;
}

/** What the items of feeds can become; null without feeds. */
function feedKindsOf(moveIn: ImportRun) {
  const chosen = feedKindOf(moveIn);
  if (!chosen) return null;
  return feedKinds.map((kind) => ({ kind, label: kindWords[kind], isChosen: kind === chosen }));
}

/** 'in 41 seconds', 'in 3 minutes' */
function tookWords(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.round(seconds / 60)} minutes`;
}

function kindsOf(
  { found, moved, skipped, refused }: ImportRunReport,
  isFetched: boolean,
  number: Intl.NumberFormat,
) {
  return movedKinds
    .filter((kind) => kind !== 'redirects' && (found[kind] ?? 0) > 0)
    .map((kind) => ({
      kind,
      label: kindWords[kind],
      found: number.format(found[kind] ?? 0),
      // Whether the old site still has them turns out when they are copied.
      ready: `${number.format(moved[kind] ?? 0)}${kind === 'pictures' && isFetched && moved[kind] ? ' to copy' : ''}`,
      skipped: number.format(skipped[kind] ?? 0),
      refused: number.format(refused[kind] ?? 0),
      isRefused: (refused[kind] ?? 0) > 0,
    }));
}
