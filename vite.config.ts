import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';

/** lightningcss's `Features.LightDark`: we do not use `light-dark()`, and its stand-in would be in every page. */
const LIGHT_DARK = 1_048_576;

/** `client` or `ssr`: npm run build builds them in processes of their own, because each needs half the memory of both. */
const half = process.env.BUILD_HALF;

function buildOnly(name: string): Plugin {
  return {
    name: 'build-only',
    config: () => ({
      builder: {
        buildApp: async (builder) => {
          const environment = builder.environments[name];
          if (!environment) throw new Error(`There is no environment ${name}.`);
          await builder.build(environment);
        },
      },
    }),
  };
}

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), ...(half ? [buildOnly(half)] : [])],
  css: { lightningcss: { exclude: LIGHT_DARK } },
  build: { target: 'es2022', assetsInlineLimit: 0 },
  // The server is built whole, with its packages: it starts in a third of the time and in much less memory. External are
  // those that it loads late, or that find files next to their own code.
  environments: {
    // Every page with script needs all of these: in one file they are 5 KB smaller than in five.
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [{ name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// }],
            },
          },
        },
      },
    },
    ssr: {
      // React's development build is several times slower, and nobody starts a town's site with NODE_ENV set.
      define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
      build: {
        rolldownOptions: {
          input: {
            index: './server/site.ts',
            main: './server/main.ts',
            'sqlite-writer-thread': './app/sqlite/sqlite-writer-thread.server.ts',
            'picture-process': './app/media/picture-process.server.ts',
            'logo-thread': './app/pictures/logo-thread.server.ts',
            'picture-thread': './app/sharing/picture-thread.server.ts',
            'sqlite-search-thread': './app/sqlite/sqlite-search-thread.server.ts',
            'passkey-thread': './app/passkeys/passkey-thread.server.ts',
            'source-thread': './app/sources/source-thread.server.ts',
            'paper-thread': './app/paper/paper-thread.server.ts',
            'report-thread': './app/bounces/report-thread.server.ts',
          },
        },
      },
      resolve:
        command === 'build'
          ? {
              noExternal: true,
              external: [
                'vite',
                'pg-native',
                'sharp',
                'satori',
                '@simplewebauthn/server',
                'piscina',
                'imapflow',
                'pdfkit',
              ],
            }
          : {},
    },
  },
}));
