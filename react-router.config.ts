import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  ssr: true,
  buildDirectory: 'build',
  serverBuildFile: 'index.js',
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
