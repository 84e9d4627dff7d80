import { startLine } from '#app/platform/command-line/command-line.ts';
import {
  findFolderHolder,
  findLostHolder,
  SITE_HOLDER,
} from '#app/platform/database/data-folder-lock.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { type Finding, ok, problem } from './doctor-finding.ts';

const PATIENCE_MS = 5000;

/**
 * Whether the site that should be running is, and can serve and save according to /readyz. One should be running in
 * production, and where the last one crashed or was killed. Otherwise a stopped site is not a problem.
 */
export async function* checkSite(settings: Settings): AsyncGenerator<Finding> {
  const { production, databaseUrl, dataFolder } = settings;
  const lost = databaseUrl ? undefined : findSite(findLostHolder, dataFolder);
  const holder = databaseUrl ? undefined : findSite(findFolderHolder, dataFolder);
  if (!production && !holder) {
    if (lost)
      yield problem(
        'site',
        `${lost.what} (process ${lost.pid}) crashed or was killed, and is not running. Start it: ${startLine()}`,
      );
    return;
  }
  const address = localAddressOf(settings);
  const readiness = await askReadiness(address);
  if (readiness.status === 'ready') yield ok('site', `The site is running on ${address} and ready`);
  else if (readiness.status === 'unavailable')
    yield problem(
      'site',
      `The site on ${address} is not ready: ${readiness.reason}. ${remedyFor(readiness.reason)}`,
    );
  // Only in production is it certain that the port is the one in these settings.
  else if (production && holder)
    yield problem(
      'site',
      `${holder.what} (process ${holder.pid}) is running but does not respond on ${address}. Check PORT and HOST, and restart it`,
    );
  else if (production)
    yield problem(
      'site',
      `The site is not running: ${address} ${readiness.reason}. Start it: ${startLine()}. See its log for the reason`,
    );
}

function findSite(find: typeof findFolderHolder, dataFolder: string) {
  try {
    const holder = find(dataFolder);
    return holder?.what.startsWith(SITE_HOLDER) ? holder : undefined;
  } catch {
    // The check of the folder gives the reason.
    return undefined;
  }
}

function localAddressOf({ host, port }: Settings): string {
  const anywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]', '[::]': '[::1]' };
  const name = anywhere[host] ?? (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host);
  return `http://${name}:${port}`;
}

type Readiness =
  | { status: 'ready' }
  | { status: 'unavailable'; reason: string }
  | { status: 'none'; reason: string };

async function askReadiness(address: string): Promise<Readiness> {
  try {
    const response = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const { status, reason } = (await response.json()) as { status?: unknown; reason?: unknown };
    if (status === 'ready') return { status };
    if (status === 'unavailable') return { status, reason: String(reason) };
  } catch (error) {
    const { name } = error as Error;
    if (name === 'TimeoutError') return { status: 'none', reason: 'does not respond' };
    if (name !== 'SyntaxError') return { status: 'none', reason: 'refuses connections' };
  }
  return { status: 'none', reason: 'is used by another program' };
}

function remedyFor(reason: string): string {
  if (/does not accept writes/.test(reason))
    return 'Free some space (df -h). If there is enough space, check dmesg';
  if (/migrations are pending/.test(reason)) return 'Restart the site';
  return 'Check the database and the log of the site';
}
