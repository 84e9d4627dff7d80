declare module 'virtual:react-router/server-build' {
  import type { ServerBuild } from 'react-router';

  const build: ServerBuild;
  export = build;
}

/** The text of a classic script (vite.config.ts). */
declare module '*?script' {
  const script: string;
  export default script;
}
