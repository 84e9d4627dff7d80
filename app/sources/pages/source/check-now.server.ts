import type { RouterContextProvider } from 'react-router';
import { writeContext } from '#app/people/request/context.ts';
import { type CheckResult, checkSource } from '#app/sources/checks/check-source.server.ts';
import { listChecks } from '#app/sources/checks/read-sources.server.ts';
import { outboundOf } from '#app/sources/pages/refused-address.server.ts';

type Args = { context: Readonly<RouterContextProvider>; request: Request };

/** `running`: it takes longer than `ms`, and goes on in the background. `failed`: `problem` is a sentence. */
export type CheckedNow =
  | { outcome: 'missing' }
  | { outcome: 'running' }
  | { outcome: 'failed'; problem: string }
  | { outcome: 'checked'; result: CheckResult };

/** Checks a source and waits for it, at most `ms`. */
export async function checkNow(args: Args, id: string, ms: number): Promise<CheckedNow> {
  const { write, town, siteUrl, collections, services } = writeContext(args);
  const { now, log } = services;
  const context = { write, collections, town, siteUrl, now, outbound: outboundOf(services), log };
  const late = AbortSignal.timeout(ms);
  try {
    const result = await checkSource(context, id, AbortSignal.any([args.request.signal, late]));
    if (!result) return { outcome: 'missing' };
    const [check] = await listChecks(write, id, 1);
    if (check?.outcome === 'failed' || check?.outcome === 'later')
      return { outcome: 'failed', problem: result.problem ?? 'It could not be checked' };
    return { outcome: 'checked', result };
  } catch (error) {
    if (late.aborted) return { outcome: 'running' };
    throw error;
  }
}
