import { createPostgres, type PostgresServer } from './postgres.ts';

export type PostgresPair = { primary: PostgresServer; standby: PostgresServer };

/**
 * Runs `body` on a primary and its streaming standby `b`. With `synchronous` the primary acknowledges nothing that the
 * standby does not have. `binaries` as for `createPostgres`.
 */
export async function withPostgresPair(
  { synchronous = false, binaries }: { synchronous?: boolean; binaries?: string },
  body: (pair: PostgresPair) => Promise<void>,
): Promise<void> {
  const primary = await createPostgres({ binaries });
  await primary.start();
  await primary.stop();
  const standby = await primary.cloneAsStandby('b');
  try {
    await primary.start(synchronous ? ['synchronous_standby_names=ANY 1 (b)'] : []);
    await standby.start();
    await body({ primary, standby });
  } finally {
    await primary.remove();
    await standby.remove();
  }
}
