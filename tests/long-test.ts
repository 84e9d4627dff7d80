import { type TestContext, test } from 'vitest';
import { runsLong } from './rounds.ts';

/**
 * A test that takes seconds, of statements that shorter tests prove in part. It runs with `--deep`, and if its folder
 * or one of the `covered` folders has changed; otherwise it is listed as skipped.
 */
export function longTest(
  title: string,
  body: (context: TestContext) => Promise<void>,
  covered: string[] = [],
): void {
  test(title, async (context) => {
    context.skip(!runsLong(context.task.file.filepath, covered), 'runs with --deep');
    await body(context);
  });
}
