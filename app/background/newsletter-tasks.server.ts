import { readBounces } from '#app/newsletter/bounces/read-bounces.server.ts';
import { recordBounce } from '#app/newsletter/bounces/record-bounce.server.ts';
import { planNewsletter } from '#app/newsletter/sending/plan-newsletter.server.ts';
import { hasIssuesToSend, sendIssues } from '#app/newsletter/sending/send-issues.server.ts';
import { transportOf } from '#app/newsletter/sending/transport.server.ts';
import type { Services } from '#app/people/request/services.server.ts';
import { realStopwatch } from '#app/platform/database/lease.server.ts';
import { bounceKindOf } from '#app/platform/mail/bounce-kind.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import { findTown } from '#app/town/town-store.server.ts';
import type { TimedTask, WatchedTask } from './schedule.server.ts';

export const SEND_NEWSLETTER = 'send-newsletter';

const SHORTEST_REST_MS = 5000;
const LONGEST_REST_MS = 5 * MINUTE_MS;

/**
 * Sends issues within seconds of their start. While the mail server takes no emails, it is tried after 5 seconds, or
 * later where it wants that, then after twice as long each time, up to 5 minutes.
 */
export function sendNewsletterOf({ write, now, settings, log }: Services): WatchedTask {
  const { elapsed } = realStopwatch;
  let rest = { until: 0, ms: 0 };
  return {
    name: SEND_NEWSLETTER,
    hasWork: async () => elapsed() >= rest.until && (await hasIssuesToSend(write, now())),
    async work(signal) {
      const { title } = await findTown(write);
      const trouble = await sendIssues({
        db: write,
        settings,
        title,
        openLine: transportOf(settings),
        now,
        signal,
        onRefused: async (db, { tag, reply }) => {
          await recordBounce(db, { tag, kind: bounceKindOf({ reply }), reply, via: 'smtp' }, now());
        },
        report: (report) =>
          report.trouble ? log.warn(report, 'newsletter not sent') : log.info(report, 'newsletter sent'),
      });
      const leastMs = Math.max(SHORTEST_REST_MS, trouble?.retryAfterMs ?? 0);
      const ms = Math.min(Math.max(rest.ms * 2, leastMs), LONGEST_REST_MS);
      rest = trouble ? { until: elapsed() + ms, ms } : { until: 0, ms: 0 };
    },
  };
}

/** Builds automatic issues and begins to send those that are due, to the minute. */
export function planNewsletterOf({ write, now, settings }: Services): TimedTask {
  return {
    name: 'plan-newsletter',
    when: '* * * * *',
    work: async () => planNewsletter(write, { town: await findTown(write), now: now(), settings }),
  };
}

/** Reads the mailbox of `IMAP_URL`, if there is one, every five minutes. */
export function bounceTasksOf({ write, now, settings, log }: Services): TimedTask[] {
  const { imapUrl } = settings;
  if (!imapUrl) return [];
  return [
    {
      name: 'read-bounces',
      when: '4-59/5 * * * *',
      async work(signal) {
        const found = await readBounces({ db: write, way: { imapUrl }, now }, signal);
        if (found.recorded > 0) log.info(found, 'bounces read');
      },
    },
  ];
}
