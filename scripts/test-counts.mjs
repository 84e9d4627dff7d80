import { existsSync, readFileSync } from 'node:fs';

/**
 * @typedef {{ passed: number, failed: number, failures: string[], unsteady?: string[] }} Counts with a line for each
 * named failure, and for each test that passed only on a retry
 */

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
  const unsteady = report.testResults.flatMap((one) =>
    one.assertionResults
      .filter((test) => test.status === 'passed' && test.failureMessages?.length > 0)
      .map((test) => line(one.name, test.title, test.failureMessages[0])),
  );
  return { ...consistent(report.numPassedTests, failures, code), unsteady };
}

/** The same for a Playwright run, whose tests are counted once per database. */
export function readPlaywrightReport(file, code) {
  const report = readReport(file);
  if (!report) return failed(1);
  const linesOf = (status) =>
    specsOf(report.suites).flatMap((spec) =>
      spec.tests
        .filter((test) => test.status === status)
        .map((test) =>
          line(spec.file, `${spec.title} (${test.projectName})`, test.results?.[0]?.error?.message),
        ),
    );
  const errors = report.errors.map((error) => line('', 'the run itself', error.message));
  const unsteady = linesOf('flaky');
  const passedCount = report.stats.expected + unsteady.length;
  return { ...consistent(passedCount, [...linesOf('unexpected'), ...errors], code), unsteady };
}

function specsOf(suites) {
  return suites.flatMap((suite) => [...(suite.specs ?? []), ...specsOf(suite.suites ?? [])]);
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
  return `${file.split('/').slice(-3).join('/')} › ${title}\n    ${reason}`;
}

function readReport(file) {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
