import { readContext } from '#app/people/request/context.ts';
import { listSources } from '#app/sources/checks/read-sources.server.ts';
import type { Route } from './+types/sources-file';
import { writeOpml } from './write-opml.ts';

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
