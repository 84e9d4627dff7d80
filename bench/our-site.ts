import { findFreePort } from '../tests/free-port.ts';
import { collectOutput, startChild, stopChild, untilPrinted } from './children.ts';

export type OurSite = { url: string; port: number; pid: number; stop: () => Promise<void> };

/** Not a real secret: the town is only for measuring, and its server listens on loopback only. */
export const ADMIN = { email: 'bench@example.org', password: 'only for measuring, on loopback' };

const SECRET = '0123456789abcdef'.repeat(4);

/** The real site as `npm start` starts it, on a free port; returns once it is ready. */
export async function openOurSite(
  dataFolder: string,
  {
    environment,
    workers = 1,
    databaseUrl,
    more = {},
  }: {
    environment: NodeJS.ProcessEnv;
    workers?: number;
    databaseUrl?: string | undefined;
    /** More settings. */
    more?: Record<string, string>;
  },
): Promise<OurSite> {
  const port = await findFreePort();
  const env = { ...siteEnvironment(environment, { dataFolder, port, workers, databaseUrl }), ...more };
  const child = startChild('scripts/start.mjs', [], env);
  const output = collectOutput(child);
  await untilPrinted(child, output, (text) => text.includes('Belfry is ready'));
  return { url: `http://localhost:${port}`, port, pid: child.pid as number, stop: () => stopChild(child) };
}

type SitePlace = {
  dataFolder: string;
  port: number;
  workers?: number;
  /** Of a town on PostgreSQL. */
  databaseUrl?: string | undefined;
};

/** As on a real host: production, and nothing of the environment but the search path. */
export function siteEnvironment(
  { PATH, HOME, TMPDIR }: NodeJS.ProcessEnv,
  { dataFolder, port, workers = 1, databaseUrl }: SitePlace,
): NodeJS.ProcessEnv {
  return {
    PATH,
    HOME,
    ...(TMPDIR ? { TMPDIR } : {}),
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    BELFRY_DATA: dataFolder,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl, BELFRY_SECRET: SECRET } : {}),
    BELFRY_WORKERS: String(workers),
    BELFRY_DEMO: '0',
    BELFRY_ADMIN_EMAIL: ADMIN.email,
    BELFRY_ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: 'warn',
  };
}
