import { versionOfBelfry } from '#app/platform/command-line/belfry-version.ts';

/** How the site names itself to other servers: `Belfry/1.2.3 (+https://town.example)`, so that their owners can reach it. */
export function userAgentOf(siteUrl: string | undefined): string {
  const name = `Belfry/${versionOfBelfry()}`;
  return siteUrl ? `${name} (+${siteUrl})` : name;
}
