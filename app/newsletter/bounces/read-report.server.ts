import { START_BYTES } from '#app/platform/mail/mailbox.server.ts';
import { IdleThread } from '#app/platform/threads/idle-thread.server.ts';
import type { Report } from './report.ts';

const threads = new IdleThread<Uint8Array, Report>('report-thread', import.meta.url, { timeoutMs: 5000 });

/**
 * What an email in the mailbox reports, read in another thread. Only its first 256 KiB count. An email that is broken,
 * too deeply nested, or takes longer than five seconds reports nothing. Rejects when no thread can be started.
 */
export async function readReport(raw: Uint8Array): Promise<Report> {
  try {
    return await threads.run(Uint8Array.from(raw.subarray(0, START_BYTES)));
  } catch (error) {
    const { name, code } = error as NodeJS.ErrnoException;
    if (name === 'TimeoutError' || code === 'ERR_WORKER_OUT_OF_MEMORY') return { kind: 'none' };
    throw error;
  }
}
