import { redirect } from 'react-router';
import { backupsPath } from './backup-requests.ts';

/** Backups used to be a part of Settings. */
export function loader() {
  return redirect(backupsPath, 301);
}
