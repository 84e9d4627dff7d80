import { data } from 'react-router';
import { type BackupFile, listBackupFiles } from '#app/moving/backup/backup-files.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import { requireRecentProof } from '#app/people/sessions/recent-proof.server.ts';
import { backupsPath } from './backup-requests.ts';

type Args = Parameters<typeof writeContext>[0] & { request: Request; params: { name: string } };

/**
 * The backup that the address names, for an administrator who has just confirmed their identity: it contains
 * every email address of the town. Throws the redirect to that page, and `missing`, by default 404. A name is only compared with those in the
 * folder, so it can't lead anywhere else.
 */
export async function requireBackup(args: Args, missing?: Response): Promise<BackupFile> {
  const { services } = writeContext(args);
  await requireRecentProof(services.auth, args.request, backupsPath);
  const files = await listBackupFiles(services.settings.dataFolder);
  const file = files.find(({ name }) => name === args.params.name);
  if (!file) throw missing ?? data(null, 404);
  return file;
}
