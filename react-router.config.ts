import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { compressAssets } from './scripts/compress-assets.mjs';
import { trimManifest } from './scripts/trim-manifest.mjs';

export default {
  appDirectory: 'app',
  ssr: true,
  buildDirectory: process.env.BUILD_FOLDER ?? 'build',
  serverBuildFile: '[name].js',
  routeDiscovery: { mode: 'initial' },
  async buildEnd({ reactRouterConfig: { buildDirectory } }) {
    // The server's half still needs the manifest of the client's (vite.config.ts).
    if (process.env.BUILD_HALF === 'client') return;
    for (const half of ['client', 'server'])
      rmSync(join(buildDirectory, half, '.vite'), { recursive: true, force: true });
    trimManifest(join(buildDirectory, 'client'));
    await compressAssets(join(buildDirectory, 'client'));
  },
} satisfies Config;
