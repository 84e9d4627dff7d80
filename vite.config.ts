import { reactRouter } from '@react-router/dev/vite';
import { build, defineConfig, type Plugin, type Rolldown } from 'vite';
import { latePackages } from './scripts/release/late-packages.ts';

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

/**
 * `?script`: a file and everything it imports as the text of one classic script, for pages that are opened from disk,
 * where browsers load no modules.
 */
function scriptText(): Plugin {
  return {
    name: 'script-text',
    async load(id) {
      if (!id.endsWith('?script')) return undefined;
      const built = await build({
        configFile: false,
        logLevel: 'silent',
        build: {
          write: false,
          target: 'es2022',
          lib: { entry: id.replace('?script', ''), formats: ['iife'], name: 'script' },
        },
      });
      const [{ output }] = built as [Rolldown.RolldownOutput];
      return `export default ${JSON.stringify(output[0].code)}`;
    },
  };
}

/** The name of the folder of a build says when it began, and nothing reads it: two builds of a commit are the same bytes. */
function withoutFolderName(): Plugin {
  return {
    name: 'without-folder-name',
    // The server of `npm run dev` has no folder.
    apply: 'build',
    transform(code, id) {
      if (!id.endsWith('virtual:react-router/server-build')) return undefined;
      const replaced = code.replace(/(assetsBuildDirectory = )"[^"]*"/, '$1"build/client"');
      if (replaced === code) this.error('There is no assetsBuildDirectory.');
      return { code: replaced, map: null };
    },
  };
}

export default defineConfig(({ command }) => ({
  plugins: [scriptText(), reactRouter(), withoutFolderName(), ...(half ? [buildOnly(half)] : [])],
  css: { lightningcss: { exclude: LIGHT_DARK } },
  build: { target: 'es2022', assetsInlineLimit: 0 },
  // The server is built whole, with its packages: it starts in a third of the time and in much less memory. External are
  // those that it loads late, or that find files next to their own code.
  environments: {
    // Every page with script needs these, or they are only a line: in two files they are 5 KB smaller than in ten.
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
                {
                  name: 'page',
                  test: /app\/(platform\/(messages|time\/durations|forms\/field-spec|html\/printable|ui\/(alert|icon|site-facts|text-language|unlisted-head|editor\/undescribed))|site\/frame\/fault-page|town\/town-names)\.tsx?$/,
                },
                {
                  name: 'admin',
                  test: /app\/desk\/(hub\/(admin-page|waiting-count)|form\/unsaved-forms)\.tsx?$/,
                },
                { name: 'picks', test: /app\/desk\/list\/(pick-rows|count-filters)\.tsx$/ },
                {
                  name: 'lists',
                  test: /app\/(desk\/list\/(admin-list-page|data-table)|platform\/ui\/pager)\.tsx$/,
                },
              ],
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
            'static-site': './server/static-site.ts',
            // Jobs run it, so that they never run the next version's commands in the middle of an update.
            belfry: './commands/belfry.ts',
            'on-host': './commands/on-host.ts',
            'sqlite-writer-thread': './app/platform/sqlite/sqlite-writer-thread.server.ts',
            'picture-process': './app/platform/media/picture-process.server.ts',
            'document-process': './app/platform/document-reader/document-process.server.ts',
            'logo-thread': './app/pictures/logo-thread.server.ts',
            'picture-thread': './app/site/share-images/picture-thread.server.ts',
            'sqlite-search-thread': './app/platform/sqlite/sqlite-search-thread.server.ts',
            'passkey-thread': './app/people/passkeys/passkey-thread.server.ts',
            'password-thread': './app/people/passwords/password-thread.server.ts',
            'source-thread': './app/sources/checks/source-thread.server.ts',
            'paper-thread': './app/newsletter/paper/paper-thread.server.ts',
            'tip-thread': './app/sources/tips/tip-thread.server.ts',
            'report-thread': './app/newsletter/bounces/report-thread.server.ts',
            'other-day-thread': './app/moving/as-of/other-day-thread.server.ts',
          },
        },
      },
      resolve:
        command === 'build'
          ? {
              noExternal: true,
              external: ['vite', 'pg-native', ...latePackages],
            }
          : {},
    },
  },
}));
