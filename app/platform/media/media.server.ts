/** What a running site holds for its pictures. */
import { mkdirSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bucket } from '#app/platform/storage/bucket.server.ts';
import { removeLeftovers } from '#app/platform/storage/work-folder.server.ts';
import { bucketFiles } from './bucket-files.server.ts';
import { folderFiles, type MediaFiles } from './media-files.server.ts';
import { openPictureEncoder, type PictureEncoder } from './picture-encoder.server.ts';

export type Media = {
  files: MediaFiles;
  encoder: PictureEncoder;
  /** Where uploads are while they are received and encoded. */
  workFolder: string;
  /** Whether the disk has less room left than uploads may take, with `incoming` more bytes on it. */
  isDiskFull: (incoming?: number) => Promise<boolean>;
};

/** Where pictures are stored. */
export type MediaSettings = { dataFolder: string; mediaBucket?: Bucket | undefined };

/** Uploads leave this much for the database, and more on a larger disk: 5 %, but not more than is ever needed. */
const LEAST_FREE_BYTES = 512 * 1024 * 1024;
const LEAST_FREE_PART = 0.05;
const ENOUGH_FREE_BYTES = 4 * 1024 * 1024 * 1024;

type DiskSpace = { bavail: number; blocks: number; bsize: number };

/**
 * Whether uploads of `incoming` bytes are refused. `bavail` and `blocks` are the free and all blocks of the disk.
 */
export function isNearlyFull({ bavail, blocks, bsize }: DiskSpace, incoming = 0): boolean {
  const part = Math.min(blocks * bsize * LEAST_FREE_PART, ENOUGH_FREE_BYTES);
  return bavail * bsize - incoming < Math.max(LEAST_FREE_BYTES, part);
}

/** Where the pictures of a data folder are. */
export function mediaFolderOf(dataFolder: string): string {
  return join(dataFolder, 'media');
}

/** The files of the pictures of a site: in the bucket of its settings, otherwise in its data folder. */
export function openMediaFiles({ dataFolder, mediaBucket }: MediaSettings): MediaFiles {
  return mediaBucket ? bucketFiles(mediaBucket) : folderFiles(mediaFolderOf(dataFolder));
}

/** Opens the pictures of a data folder. Creates the folder, readable by its owner only. */
export function openMedia(settings: MediaSettings): Media {
  const folder = mediaFolderOf(settings.dataFolder);
  return {
    files: openMediaFiles(settings),
    encoder: openPictureEncoder(),
    workFolder: folder,
    async isDiskFull(incoming) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return isNearlyFull(await statfs(folder), incoming);
    },
  };
}

/** Deletes what killed processes left of uploads (F10). */
export function removeUnfinishedUploads({ workFolder }: Media): Promise<void> {
  return removeLeftovers(workFolder);
}
