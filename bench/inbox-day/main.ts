/** `npm run inbox-day` as a process, started by scripts/inbox-day.mjs. Its argument is a file for a picture of the inbox. */
import { stopChildren } from '../children.ts';
import { measureHostile, measureSpeed } from './measure-reading.ts';
import { readingReportOf, reportOf } from './report-day.ts';
import { runDay } from './run-day.ts';

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    await stopChildren();
    process.exit(130);
  });

const [picture] = process.argv.slice(2);
try {
  const day = await runDay(process.env, picture, (line) => void process.stderr.write(`${line}\n`));
  const reading = readingReportOf(await measureHostile(), await measureSpeed());
  process.stdout.write(`${reportOf(day)}\n\n${reading}\n`);
  // The threads that read sources would keep the process for a minute.
  process.exit();
} catch (error) {
  await stopChildren();
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
