import {
  type Bucket,
  findInBucket,
  listObjects,
  putIntoBucket,
  readBytesFromBucket,
  removeFromBucket,
} from '#app/platform/storage/bucket.server.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import type { MediaFiles } from './media-files.server.ts';
import { isStoredName } from './stored-name.ts';

/** The bucket of pictures and documents can't be used right now. The message says why. */
export class BucketError extends Error {
  override name = 'BucketError';
}

/** Whether the bucket can't be used: by name, because the build and the services have this class each. */
export function isBucketError(error: unknown): error is BucketError {
  return error instanceof Error && error.name === 'BucketError';
}

/** A reader waits at most this long for a file. */
const READ_MS = 10_000;
const WRITE_MS = MINUTE_MS;

/** Pictures and documents in an S3-compatible bucket. Every method throws BucketError while it can't be used. */
export function bucketFiles(bucket: Bucket): MediaFiles {
  const within = <Result>(ms: number, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> =>
    work(AbortSignal.timeout(ms)).catch((error) => {
      throw worded(error);
    });
  return {
    put: (name, path) => within(WRITE_MS, (signal) => putIntoBucket(bucket, name, path, signal)),
    read: (name) => within(READ_MS, (signal) => readBytesFromBucket(bucket, name, signal)),
    async stream(name, start, end) {
      const bytes = await within(WRITE_MS, (signal) => readBytesFromBucket(bucket, name, signal));
      return new Blob(bytes ? [bytes.subarray(start, end + 1)] : []).stream();
    },
    async find(name) {
      const found = await within(READ_MS, (signal) => findInBucket(bucket, name, signal));
      return found && { name, ...found };
    },
    remove: (name) => within(WRITE_MS, (signal) => removeFromBucket(bucket, name, signal)),
    async *list() {
      try {
        // Others may use the same bucket.
        for await (const object of listObjects(bucket, '')) if (isStoredName(object.name)) yield object;
      } catch (error) {
        throw worded(error);
      }
      return undefined;
    },
  };
}

function worded(error: unknown): BucketError {
  const { name, code, message } = error as NodeJS.ErrnoException;
  const reason = name === 'TimeoutError' || code === 'ABORT_ERR' ? 'no response' : (code ?? message);
  return new BucketError(`The bucket of pictures cannot be used: ${reason}`, { cause: error });
}
