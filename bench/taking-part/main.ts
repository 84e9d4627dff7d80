/**
 * `npm run taking-part` as a process, started by scripts/taking-part.mjs: one reader suggests an event with a phone, and
 * an editor reviews a morning of suggestions. Its argument is a file for a picture of the inbox.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopChildren } from '../children.ts';
import { type Reviewed, reviewInbox } from '../inbox-day/review-inbox.ts';
import { openOurSite } from '../our-site.ts';
import { signIn } from '../sign-in.ts';
import { PACE, type Sent, sendByPhone } from './send-by-phone.ts';
import { HOSTILE, sendSuggestions } from './send-suggestions.ts';

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    await stopChildren();
    process.exit(130);
  });

const [picture] = process.argv.slice(2);
try {
  const sent = await onSite(sendByPhone);
  const reviewed = await onSite(async (site) => {
    const cookie = await signIn(site);
    await sendSuggestions(site, cookie);
    return reviewInbox(site, cookie, picture, chooseKey);
  });
  process.stdout.write(`${reportOf(sent, reviewed)}\n`);
} catch (error) {
  await stopChildren();
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function onSite<Result>(
  work: (site: Awaited<ReturnType<typeof openOurSite>>) => Promise<Result>,
): Promise<Result> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'belfry-taking-part-'));
  const site = await openOurSite(dataFolder, { environment: process.env });
  try {
    return await work(site);
  } finally {
    await site.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

/** Declines what is hostile, merges possible duplicates, and publishes the rest; a correction is applied. */
function chooseKey(text: string): 'p' | 'm' | 'd' {
  if (text.includes(HOSTILE)) return 'd';
  return /possible duplicate/i.test(text) ? 'm' : 'p';
}

function reportOf(sent: Sent, { decisions, keystrokes, seconds, waitedMs }: Reviewed): string {
  const pace = `${PACE.tapMs / 1000} s a tap, ${Math.round(1000 / PACE.characterMs)} characters a second`;
  return [
    '| | goal | measured |',
    '|---|---|---|',
    `| one sender with a phone, ${pace} | ≤ 90 s | ${sent.seconds.toFixed(1)} s, ${sent.taps} taps, ${sent.keys} characters |`,
    `| the editor, ${decisions} decisions: keys | ≤ 30 | ${keystrokes} |`,
    `| the same: time, without thinking | ≤ 60 s | ${seconds.toFixed(1)} s |`,
    `| longest wait for the next item | – | ${waitedMs.toFixed(0)} ms |`,
  ].join('\n');
}
