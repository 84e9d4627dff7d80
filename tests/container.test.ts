/** The image that docs/hosting.md builds: what is in it, and that it runs as compose.yaml starts it. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findMissing, partsOf } from '../scripts/release/platform-parts.ts';
import { platforms } from '../scripts/release/platforms.ts';
import { type BuiltImage, buildImage, findFirstProcess, findObstacle } from './built-image.ts';
import { findFreePort } from './free-port.ts';
import { hasChanged, isDeepRun } from './rounds.ts';
import { until } from './until.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const MOST_PACKED = 75e6;
const platform = platforms.find(({ name }) => name === `${process.platform}-${process.arch}`);

function findReasonToSkip(): string | undefined {
  if (!isDeepRun && !hasChanged(['Containerfile', '.dockerignore', 'compose.yaml', 'scripts/release']))
    return 'it takes a minute: --deep, or a changed Containerfile';
  if (!platform) return 'there are no releases for this system';
  return findMissing(platform) ?? findObstacle();
}

async function expectServed(image: BuiltImage, environment: Record<string, string>, shown: RegExp) {
  const site = image.start(undefined, environment);
  await until('the site', () => site.said().includes('Belfry is ready'));
  const page = await fetch(`http://127.0.0.1:${environment.PORT}/`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringMatching(shown)]);
  return site;
}

// buildah unpacks three megabytes a second, on a busy machine one.
const PATIENCE = { timeout: 600_000 };

test(
  'the image has nothing that it does not need, and runs read-only as a user without rights',
  PATIENCE,
  async ({ skip }) => {
    const reason = findReasonToSkip();
    if (reason || !platform) return skip(reason);
    using image = await buildImage({ version: '1.0.0', parts: partsOf(platform, root) });
    const { User, Volumes, Healthcheck } = image.config;
    expect([User, Object.keys(Volumes)]).toEqual(['10001:10001', ['/data']]);
    expect(image.files.filter((file) => !/\/(ld-linux-\S+|lib[\w+]+)\.so\.\d+$/.test(file))).toEqual([
      'bin/sh',
      'etc/group',
      'etc/passwd',
      'usr/bin/basename',
      'usr/bin/dirname',
      'usr/bin/env',
      'usr/bin/readlink',
    ]);
    expect(image.changeable).toEqual(['data', 'tmp']);
    expect(image.packedBytes).toBeLessThan(MOST_PACKED);

    const port = String(await findFreePort());
    const environment = { HOST: '127.0.0.1', PORT: port, BELFRY_URL: `http://localhost:${port}` };
    const isHealthy = async () => (await image.run(Healthcheck.Test.slice(1), environment)).code === 0;
    expect(await isHealthy()).toBe(false);
    const site = await expectServed(image, environment, /<title>/);
    expect(await isHealthy()).toBe(true);
    const link = await image.run(['/bin/sh', '-c', 'read -r link < /data/setup-link; echo "$link"']);
    expect(link).toEqual({
      code: 0,
      said: expect.stringMatching(/^http:\/\/localhost:\d+\/setup\?token=\S+\n$/),
    });
    const notice = ['/opt/belfry/belfry', 'notice', 'The bridge is closed', '--ends', '6h'];
    expect(await image.run(notice, environment)).toMatchObject({ code: 0 });
    process.kill(findFirstProcess(site), 'SIGTERM');
    expect(await site.ended).toMatchObject({ code: 0 });
    expect(await isHealthy()).toBe(false);

    const again = await expectServed(image, environment, /The bridge is closed/);
    process.kill(findFirstProcess(again), 'SIGTERM');
    expect(await again.ended).toMatchObject({ code: 0 });
  },
);
