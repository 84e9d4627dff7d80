/** `npm run inbox-day` as a process, started by scripts/inbox-day.mjs. Its argument is a file for a picture of the inbox. */
import { stopChildren } from '../children.ts';
import { reportOf } from './report-day.ts';
import { runDay } from './run-day.ts';

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    await stopChildren();
    process.exit(130);
  });

const [picture] = process.argv.slice(2);
try {
  const day = await runDay(process.env, picture, (line) => void process.stderr.write(`${line}\n`));
  process.stdout.write(`${reportOf(day)}\n`);
} catch (error) {
  await stopChildren();
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
