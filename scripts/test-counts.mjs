import { existsSync, readFileSync } from 'node:fs';

/**
 * @typedef {{ passed: number, failed: number, failures: string[], durations?: { name: string, ms: number }[] }} Counts
 * with a line for each named failure, and how long each test took
 */

const SHOWN = 10;
const PAGE_LINES = 60;

export function passed(count) {
  return { passed: count, failed: 0, failures: [] };
}

export function failed(count, failures = []) {
  return { passed: 0, failed: count, failures };
}

/** How many tests of a Vitest run passed and failed, and which. A file that could not be loaded is a failed test. */
export function readVitestReport(file, code) {
  const report = readReport(file);
  if (!report) return failed(1);
  const failures = report.testResults.flatMap((one) => {
    const tests = one.assertionResults.filter((test) => test.status === 'failed');
    if (one.status === 'failed' && tests.length === 0) return [line(one.name, 'not loaded', one.message)];
    return tests.map((test) => line(one.name, test.title, test.failureMessages?.[0]));
  });
  const durations = report.testResults.flatMap((one) =>
    one.assertionResults.map(({ title, duration }) => ({ name: nameOf(one.name, title), ms: duration ?? 0 })),
  );
  return { ...consistent(report.numPassedTests, failures, code), durations };
}

/** The same for a Playwright run. */
export function readPlaywrightReport(file, code) {
  const report = readReport(file);
  if (!report) return failed(1);
  const tests = specsOf(report.suites).flatMap((spec) =>
    spec.tests.map(({ status, results }) => ({
      file: spec.file,
      title: spec.title,
      status,
      ms: results?.[0]?.duration ?? 0,
      message: results?.[0]?.error?.message,
      page: readPage(results?.[0]?.attachments),
    })),
  );
  const failures = tests
    .filter(({ status }) => status === 'unexpected')
    .map(({ file, title, message, page }) => line(file, title, message) + page);
  const errors = report.errors.map((error) => line('', 'the run itself', error.message));
  const durations = tests.map(({ file, title, ms }) => ({ name: nameOf(file, title), ms }));
  return { ...consistent(report.stats.expected, [...failures, ...errors], code), durations };
}

/** A line for each of the ten tests that took longest, the slowest first. */
export function listSlowest(counts) {
  return counts
    .flatMap(({ durations = [] }) => durations)
    .sort((one, other) => other.ms - one.ms)
    .slice(0, SHOWN)
    .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`);
}

/** The titles of groups, which are in the suite of their file, come before those of their tests. */
function specsOf(suites, before = '') {
  return suites.flatMap(({ specs = [], suites: groups = [] }) => [
    ...specs.map((spec) => ({ ...spec, title: before + spec.title })),
    ...groups.flatMap((group) => specsOf([group], `${before}${group.title} › `)),
  ]);
}

/** A run that ended badly has failed, also when each of its tests passed. */
function consistent(passedCount, failures, code) {
  if (failures.length === 0 && code !== 0)
    return {
      passed: passedCount,
      failed: 1,
      failures: ['a run ended badly, although each of its tests passed'],
    };
  return { passed: passedCount, failed: failures.length, failures };
}

/** Where, what and why, short enough for the end of a long run. */
function line(file, title, message = '') {
  const reason = message.split('\n').slice(0, 12).join('\n    ');
  return `${nameOf(file, title)}\n    ${reason}`;
}

/**
 * What the page showed to a screen reader when its journey failed, without its menus: the machine that ran it may be
 * gone.
 */
function readPage(attachments = []) {
  const file = attachments.find(({ name }) => name === 'error-context')?.path;
  if (!file || !existsSync(file)) return '';
  const shown = [...readFileSync(file, 'utf8').matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, yaml]) => yaml);
  const whole = shown.join('\n').trimEnd().split('\n');
  const main = whole.findIndex((one) => /^ *- main\b/.test(one));
  const lines = whole.slice(Math.max(0, main));
  const more = lines.length > PAGE_LINES ? [`… ${lines.length - PAGE_LINES} more lines in ${file}`] : [];
  return ['', 'The page showed:', ...lines.slice(0, PAGE_LINES), ...more].join('\n    ');
}

function nameOf(file, title) {
  return `${file.split('/').slice(-3).join('/')} › ${title}`;
}

function readReport(file) {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
