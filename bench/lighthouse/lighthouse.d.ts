/** What is used of Lighthouse and its launcher: they are installed when they are first needed, and their types with them. */
declare module 'lighthouse' {
  export type Result = {
    categories: Record<string, { score: number | null }>;
    audits: Record<string, { numericValue?: number }>;
  };
  type Flags = { port: number; output: 'json'; logLevel: 'silent' };

  export default function lighthouse(url: string, flags: Flags): Promise<{ lhr: Result } | undefined>;
}

declare module 'chrome-launcher' {
  type Options = {
    chromePath: string;
    chromeFlags: string[];
    envVars: NodeJS.ProcessEnv;
    logLevel: 'silent';
  };

  export function launch(options: Options): Promise<{ port: number; kill: () => void }>;
}
