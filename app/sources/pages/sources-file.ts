import { readContext } from '#app/people/request/context.ts';
import { escapeValue } from '#app/platform/html/absolute-html.server.ts';
import { printable } from '#app/platform/html/printable.ts';
import { listSources } from '#app/sources/checks/read-sources.server.ts';
import type { Source } from '#app/sources/source.ts';
import type { Route } from './+types/sources-file';
import { feedsWords } from './source-words.ts';

/** `/admin/sources/opml`: the sources as a file for other programs. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town, now } = readContext(args);
  const sources = await listSources(read, { now, zone: town.timeZone });
  return new Response(writeOpml(sources, town.title, now), {
    headers: {
      'Content-Type': 'text/x-opml; charset=utf-8',
      'Content-Disposition': 'attachment; filename="sources.opml"',
      'Cache-Control': 'private, no-store',
    },
  });
}

/** The sources as OPML 2.0, in folders by what they add. */
function writeOpml(sources: Source[], title: string, now: number): string {
  const folders = (['articles', 'news', 'events', 'notices'] as const).map((feeds) => {
    const outlines = sources.filter((source) => source.feeds === feeds).map(outlineOf);
    if (outlines.length === 0) return '';
    const name = feedsWords[feeds];
    return `    <outline text="${name}" title="${name}">\n${outlines.join('')}    </outline>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0">
  <head>
    <title>${text(`Sources of ${title}`)}</title>
    <dateCreated>${new Date(now).toUTCString()}</dateCreated>
  </head>
  <body>
${folders.join('')}  </body>
</opml>
`;
}

function outlineOf({ name, address, site, feeds, format }: Source): string {
  const type = format === 'ics' ? 'ics' : 'rss';
  const page = site ? ` htmlUrl="${text(site)}"` : '';
  return `      <outline type="${type}" text="${text(name)}" title="${text(name)}" xmlUrl="${text(address)}"${page} category="/${feedsWords[feeds]}"/>\n`;
}

function text(value: string): string {
  return escapeValue(printable(value));
}
