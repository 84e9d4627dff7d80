import { type BackupFile, listBackupFiles } from '#app/moving/backup/backup-files.server.ts';
import {
  type FileTest,
  findFileTests,
  findRestoreTest,
  isBegun,
  listRuns,
  type RestoreTest,
  type StoredRun,
} from '#app/moving/backup/backup-run-store.server.ts';
import {
  findBackupPlan,
  findRequestedBackup,
  findTestProgress,
} from '#app/moving/backup/backup-settings.server.ts';
import { isEncrypted } from '#app/moving/backup/encryption.server.ts';
import { countTown, type TownCounts } from '#app/moving/backup/town-counts.server.ts';
import { commandLine } from '#app/platform/command-line/command-line.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { findTaskRequest } from '#app/platform/database/task-request.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import { formatLongDate, formatShortDate, formatTime } from '#app/platform/time/town-time.ts';
import type { Town } from '#app/town/town.ts';
import { typePlan } from './backup-plan-entry.server.ts';
import { RESTORE_TEST } from './backup-requests.ts';
import { findBackupWorries } from './backup-worries.server.ts';
import { findSuccessor } from './successor-store.server.ts';

const MOST_RUNS = 50;
const MOST_FILES = 50;

type Loading = { read: ReadDb; town: Town; settings: Settings; now: number };

/** Everything that the page about backups shows. */
export async function loadBackups({ read, town, settings, now }: Loading) {
  const [runs, files, plan, asked, last, testAskedAt, successor, counts] = await Promise.all([
    listRuns(read, MOST_RUNS),
    listBackupFiles(settings.dataFolder),
    findBackupPlan(read),
    findRequestedBackup(read),
    findRestoreTest(read),
    findTaskRequest(read, RESTORE_TEST),
    findSuccessor(read),
    countTown(read),
  ]);
  const number = new Intl.NumberFormat(town.locale);
  const shown = files.slice(0, MOST_FILES);
  const tests = await findFileTests(
    read,
    shown.map(({ name }) => name),
  );
  const worries = await findBackupWorries(read, town, settings, now);
  const names = new Set(files.map(({ name }) => name));
  return {
    test: last ? describeTest(last, town) : describeFirst(shown[0], tests, town),
    testRunning: testAskedAt === undefined ? null : await describeProgress(read, testAskedAt),
    files: await Promise.all(shown.map((file) => describeFile(file, tests.get(file.name), town))),
    moreFiles: files.length - shown.length,
    rows: runs.map((run) => describeRun(run, { town, files: names })),
    plan: typePlan(plan),
    hasKeys: plan.recipients.length > 0,
    isAsked: asked !== undefined,
    refreshSeconds: testAskedAt !== undefined || asked !== undefined ? 3 : undefined,
    worries,
    people: peopleWords(Math.max(counts.accounts, counts.subscribers), number),
    successor: { name: successor.name, afterDays: successor.afterDays },
    folder: settings.dataFolder,
    bucket: settings.backupBucket?.address ?? null,
    restoreLine: commandLine('restore FILE'),
    handOverLine: commandLine('hand-over FILE --with-secrets'),
  };
}

export type BackupsPage = Awaited<ReturnType<typeof loadBackups>>;

function peopleWords(count: number, number: Intl.NumberFormat): string {
  return count === 1 ? '1 person' : `${number.format(count)} people`;
}

const kinds: { name: keyof TownCounts; label: string }[] = [
  { name: 'items', label: 'Articles, news, events, polls, businesses' },
  { name: 'pictures', label: 'Pictures' },
  { name: 'accounts', label: 'Accounts' },
  { name: 'subscribers', label: 'Subscribers' },
  { name: 'doNotEmail', label: 'Do-not-email list' },
];

function describeTest({ at, tookMs, file, trouble, checked }: RestoreTest, town: Town) {
  const number = new Intl.NumberFormat(town.locale);
  return {
    when: `${formatLongDate(at, town)}, ${formatTime(at, town)}`,
    file: file ?? '',
    trouble,
    how: checked?.how ?? 'restored',
    took: `Took ${durationWords(tookMs)} last time.`,
    counts: checked
      ? kinds.map(({ name, label }) => {
          const inFile = checked.file?.[name];
          return {
            label,
            onSite: number.format(checked.site[name]),
            inFile: inFile === undefined ? 'not counted' : number.format(inFile),
            difference: inFile === undefined ? null : describeDifference(checked.site[name] - inFile, number),
          };
        })
      : [],
  };
}

/** Before the first weekly test: every backup is restored and checked when it is created. */
function describeFirst(newest: BackupFile | undefined, tests: Map<string, FileTest>, town: Town) {
  const test = newest && tests.get(newest.name);
  if (!test) return null;
  const { at, trouble } = test;
  return {
    when: `${formatLongDate(at, town)}, ${formatTime(at, town)}`,
    file: newest.name,
    trouble,
    how: 'restored' as const,
    took: '',
    counts: [],
  };
}

function durationWords(ms: number): string {
  const [count, unit] = ms < 90_000 ? [ms / 1000, 'second'] : [ms / MINUTE_MS, 'minute'];
  const whole = Math.max(1, Math.round(count));
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`;
}

/** What has changed on the site since the backup; empty when nothing has. */
function describeDifference(more: number, number: Intl.NumberFormat): string {
  if (more === 0) return '';
  return more > 0 ? `${number.format(more)} added since` : `${number.format(-more)} removed since`;
}

async function describeProgress(read: ReadDb, askedAt: number) {
  const progress = await findTestProgress(read);
  return progress && progress.at >= askedAt
    ? { done: progress.done, total: progress.total }
    : { done: 0, total: 0 };
}

const kindNotes: Record<string, string> = {
  scheduled: 'Automatic',
  asked: 'Created by hand',
  'before-upgrade': 'Before an upgrade',
  'before-restore': 'Before a restore',
  'before-move': 'Before a move',
};

async function describeFile(
  { name, file, kind, at, bytes }: BackupFile,
  test: FileTest | undefined,
  town: Town,
) {
  const number = new Intl.NumberFormat(town.locale, { maximumFractionDigits: 1 });
  const isPrivate = await isEncrypted(file).catch(() => false);
  return {
    name,
    when: `${formatLongDate(at, town)}, ${formatTime(at, town)}`,
    kind: [kindNotes[kind] ?? kind, isPrivate ? 'encrypted' : 'not encrypted'].join(', '),
    size: `${number.format(bytes / 1e6)} MB`,
    test: test ? (test.trouble?.replace(file, 'The file') ?? 'good') : null,
  };
}

const runWords: Record<string, string> = {
  scheduled: 'Scheduled backup',
  asked: 'Manual backup',
  'before-upgrade': 'Backup before an upgrade',
  'before-restore': 'Backup before a restore',
  'before-move': 'Backup before a move',
  drill: 'Test restore',
};

function describeRun(run: StoredRun, { town, files }: { town: Town; files: Set<string> }) {
  const number = new Intl.NumberFormat(town.locale, { maximumFractionDigits: 1 });
  const name = run.file?.split('/').at(-1) ?? '';
  const facts = [
    name,
    run.rows === null ? '' : `${number.format(run.rows)} rows`,
    run.bytes === null ? '' : `${number.format(run.bytes / 1e6)} MB`,
    isBegun(run) ? '' : `took ${number.format(run.tookMs / 1000)} s`,
    run.secondPlace ? `copied to ${run.secondPlace}` : '',
    run.trouble ?? '',
  ];
  const isGone = run.kind !== 'drill' && run.file !== null && !files.has(name);
  const ended = run.trouble ? 'failed' : isGone ? 'gone' : 'good';
  const state: 'good' | 'failed' | 'gone' | 'begun' = isBegun(run) ? 'begun' : ended;
  return {
    id: run.id,
    what: runWords[run.kind] ?? run.kind,
    state,
    when: `${formatShortDate(run.at, town)}, ${formatTime(run.at, town)}`,
    facts: facts.filter(Boolean).join(' · '),
  };
}
