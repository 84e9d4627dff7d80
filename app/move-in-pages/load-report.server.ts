import type { ReadDb } from '#app/database/handles.ts';
import { choiceOf, decisions } from '#app/move-in/choices.ts';
import { type MoveInReport, movedKinds, totalOf } from '#app/move-in/move-in.ts';
import { listMoveInProblems, type MoveIn, type MoveInProblem } from '#app/move-in/move-in-store.server.ts';
import { zoneNameOf } from '#app/time/town-time.ts';
import type { Town } from '#app/town/town.ts';
import { goodToKnow } from './good-to-know.ts';
import { INCOMPLETE, listIncomplete } from './incomplete.server.ts';
import { kindWords, recordsIn } from './move-in-words.ts';

const SHOWN = 50;

type Asked = { town: Town; query: URLSearchParams };

/** The report of a dry run, and what can be decided. */
export async function loadReport(db: ReadDb, moveIn: MoveIn, { town, query }: Asked) {
  const report = moveIn.report as MoveInReport;
  const number = new Intl.NumberFormat(town.locale);
  const { options } = moveIn;
  const count = (name: string) =>
    report.classes.filter((each) => each.class === name).reduce((sum, each) => sum + each.count, 0);
  const isDoubtful = (name: string) =>
    report.classes.some((each) => each.class === name && each.verdict === 'doubtful');
  return {
    found: number.format(recordsIn(report.found)),
    ready: recordsIn(report.moved),
    isAnyReady: totalOf(report.moved) > 0,
    readyWords: number.format(recordsIn(report.moved)),
    skipped: recordsIn(report.skipped),
    skippedWords: number.format(recordsIn(report.skipped)),
    refused: recordsIn(report.refused),
    refusedWords: number.format(recordsIn(report.refused)),
    took: tookWords(report.tookMs),
    incomplete: await listIncomplete(db, moveIn.id, report),
    kinds: kindsOf(report, number),
    ...(await loadProblems(db, moveIn, { town, query })),
    facts: goodToKnow(report, { number, zone: zoneNameOf(town) }),
    decisions: decisions
      .filter((decision) => count(decision.class) > 0)
      .map((decision) => ({
        ...decision,
        count: number.format(count(decision.class)),
        chosen: choiceOf(options.choices, decision.class, isDoubtful(decision.class)) ?? '',
      })),
    pictures: (report.found.pictures ?? 0) > 0 ? options.pictures : null,
    version: moveIn.version,
  };
}

export type ReportPage = Awaited<ReturnType<typeof loadReport>>;

/** 'in 41 seconds', 'in 3 minutes' */
function tookWords(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.round(seconds / 60)} minutes`;
}

function kindsOf({ found, moved, skipped, refused }: MoveInReport, number: Intl.NumberFormat) {
  return movedKinds
    .filter((kind) => kind !== 'redirects' && (found[kind] ?? 0) > 0)
    .map((kind) => ({
      kind,
      label: kindWords[kind],
      found: number.format(found[kind] ?? 0),
      ready: number.format(moved[kind] ?? 0),
      skipped: number.format(skipped[kind] ?? 0),
      refused: number.format(refused[kind] ?? 0),
      isRefused: (refused[kind] ?? 0) > 0,
    }));
}

/** A page of the problems of one kind: those that are rejected, or those that are imported with a change. */
export async function loadProblems(db: ReadDb, { id, report }: MoveIn, { town, query }: Asked) {
  const number = new Intl.NumberFormat(town.locale);
  const sum = (verdict: MoveInProblem['verdict']) =>
    (report?.classes ?? [])
      .filter((each) => each.verdict === verdict && !INCOMPLETE.includes(each.class))
      .reduce((total, each) => total + each.count, 0);
  const counts = { refused: sum('refused'), doubtful: sum('doubtful') };
  const shown = query.get('show');
  const verdict: MoveInProblem['verdict'] =
    shown === 'doubtful' || (shown === null && counts.refused === 0) ? 'doubtful' : 'refused';
  const after = Number(query.get('after')) || 0;
  const rows = await listMoveInProblems(db, id, { verdict, after, limit: SHOWN + 1 });
  const items = rows.slice(0, SHOWN);
  const last = items.at(-1)?.number ?? 0;
  const path = `/admin/move-in/${id}`;
  return {
    verdict,
    problems: items,
    isFirst: after === 0,
    isDeleted: items.length === 0 && after === 0 && counts[verdict] > 0,
    firstHref: `${path}?show=${verdict}#rejected`,
    nextHref: rows.length > SHOWN ? `${path}?show=${verdict}&after=${last}#rejected` : null,
    filters:
      counts.doubtful > 0 && counts.refused > 0
        ? (['refused', 'doubtful'] as const).map((each) => ({
            label: each === 'refused' ? 'Rejected' : 'Check these',
            href: `${path}?show=${each}#rejected`,
            count: number.format(counts[each]),
            isCurrent: each === verdict,
          }))
        : [],
  };
}

export type ProblemsPage = Awaited<ReturnType<typeof loadProblems>>;
