import { listChildren } from '../tests/process-tree.ts';
import { until } from '../tests/until.ts';
import type { Run, Subject } from './subject.ts';

/** One of two workers that both listen. */
export async function pickWorker(subject: Subject, run: Run): Promise<number> {
  await untilBothListen(subject, run);
  return listChildren(run.pid).toSorted(() => Math.random() - 0.5)[0] ?? 0;
}

/** Waits until two workers listen and `gone` is not one of them; returns how long that took, in milliseconds. */
export async function untilBothListen(subject: Subject, run: Run, gone = 0): Promise<number> {
  const { ms } = await until('two workers that listen', async () => {
    // With a second one forked, the process that watches them has noticed that the old one is gone.
    const children = listChildren(run.pid);
    if (children.length < 2 || children.includes(gone)) return false;
    const { body } = await subject.ask({ path: '/metrics', limitMs: 2000 }).catch(() => ({ body: '' }));
    return body.includes('belfry_workers 2\n');
  });
  return ms;
}
