import type { LimitAnswer, LimitSite } from './limit-site.ts';
import { openLimitSite } from './limit-site.ts';
import type { Options } from './options.ts';
import { type OurSite, openOurSite } from './our-site.ts';
import type { Row } from './report.ts';
import { openTown, type Town } from './town-folder.ts';

/** What a measurement receives. */
export type Bench = {
  options: Options;
  environment: NodeJS.ProcessEnv;
  town: Town;
  /** One site shared by all measurements that need no other. */
  site: OurSite;
  say: (line: string) => void;
  /** A limit while `work` runs. */
  withLimit: <Result>(answer: LimitAnswer, work: (limit: LimitSite) => Promise<Result>) => Promise<Result>;
  /** The smaller town that the size is compared with, while `work` runs; undefined where it is the same. */
  withSmallTown: <Result>(
    work: (small: { town: Town; site: OurSite }) => Promise<Result>,
  ) => Promise<Result | undefined>;
};

/** One measurement of the table: a file in `targets/`. */
export type Target = {
  name: string;
  title: string;
  /** Whether it runs Lighthouse, except with `--no-lighthouse`. */
  usesLighthouse?: true;
  run: (bench: Bench) => Promise<Row[]>;
};

const SMALL = 1000;

/** Opens the town and the site over it. The caller must close it. */
export async function openBench(
  options: Options,
  environment: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<Bench & { close: () => Promise<void> }> {
  const town = await openTown(options.articles, environment, say);
  const site = await openOurSite(town.dataFolder, { environment });
  return {
    options,
    environment,
    town,
    site,
    say,
    async withLimit(answer, work) {
      const limit = await openLimitSite(answer, { environment, town });
      return work(limit).finally(limit.stop);
    },
    async withSmallTown(work) {
      if (options.articles === SMALL) return undefined;
      const small = await openTown(SMALL, environment, say);
      const smallSite = await openOurSite(small.dataFolder, { environment });
      return work({ town: small, site: smallSite }).finally(async () => {
        await smallSite.stop();
        small.close();
      });
    },
    async close() {
      await site.stop();
      town.close();
    },
  };
}
