import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import type { Route } from './+types/backup-download';
import { requireBackup } from './named-backup.server.ts';

/** A backup as a download, piece by piece: it can be larger than the memory. */
export async function loader(args: Route.LoaderArgs) {
  const { name, file, bytes } = await requireBackup(args);
  const isHead = args.request.method === 'HEAD';
  if (!isHead) await recordActivity(args, 'backup-downloaded', name);
  const body = isHead ? null : (Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>);
  return new Response(body, {
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(bytes),
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'private, no-store',
    },
  });
}
