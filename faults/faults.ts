import { killAmidEditing, killAmidEditingOnPostgres } from './f01-editing.ts';
import { killSite, killWorker } from './f01-kill.ts';
import { killAtNthWrite } from './f01-nth-write.ts';
import { fullDisk } from './f02-full-disk.ts';
import { readOnlyDisk } from './f03-read-only.ts';
import { brokenDisk } from './f04-broken-disk.ts';
import { slowDisk } from './f05-slow-disk.ts';
import { oldReader } from './f06-old-reader.ts';
import { secondWriter } from './f07-second-writer.ts';
import { damagedPage } from './f08-damaged-page.ts';
import { tornLog } from './f09-write-ahead-log.ts';
import { jumpingClock } from './f16-clock.ts';
import { killedNewsletter } from './f18-newsletter.ts';
import { stuckWorker } from './f20-stuck.ts';
import { tooManyFiles } from './f22-open-files.ts';
import { cutUpgrade } from './f23-upgrade.ts';
import { twoServers } from './f24-two-servers.ts';
import { modelOnPostgres, modelOnSqlite } from './f25-model.ts';
import type { Fault } from './fault.ts';

/** In the order of docs/requirements.md. */
export const faults: readonly Fault[] = [
  killSite,
  killWorker,
  killAtNthWrite,
  killAmidEditing,
  killAmidEditingOnPostgres,
  fullDisk,
  readOnlyDisk,
  brokenDisk,
  slowDisk,
  oldReader,
  secondWriter,
  damagedPage,
  tornLog,
  jumpingClock,
  killedNewsletter,
  stuckWorker,
  tooManyFiles,
  cutUpgrade,
  twoServers,
  modelOnSqlite,
  modelOnPostgres,
];
