import { existsSync, readFileSync } from 'node:fs';

export function passed(count) {
  return { passed: count, failed: 0 };
}

export function failed(count) {
  return { passed: 0, failed: count };
}

/** How many tests of a Vitest run passed and failed. A file that could not be loaded is a failed test. */
export function readVitestReport(file, code) {
  const report = readReport(file);
  if (!report) return failed(1);
  const brokenFiles = report.testResults.filter(
    (one) => one.status === 'failed' && one.assertionResults.every((test) => test.status !== 'failed'),
  );
  return consistent(report.numPassedTests, report.numFailedTests + brokenFiles.length, code);
}

/** The same of a Playwright run, whose tests are counted once for each database. */
export function readPlaywrightReport(file, code) {
  const report = readReport(file);
  if (!report) return failed(1);
  const { expected, unexpected, flaky } = report.stats;
  return consistent(expected, unexpected + flaky + report.errors.length, code);
}

/** A run that ended badly has failed, also when each of its tests passed. */
function consistent(passedCount, failedCount, code) {
  return { passed: passedCount, failed: failedCount === 0 && code !== 0 ? 1 : failedCount };
}

function readReport(file) {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
