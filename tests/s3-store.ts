import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

export type S3Store = AsyncDisposable & {
  /** As in MEDIA_URL, with a folder in the bucket. */
  url: string;
  /** Nothing listens any more; what is stored stays until the end. */
  stop: () => Promise<void>;
};

/** An S3 server on loopback with a bucket. It checks signatures. */
export async function openS3Store(): Promise<S3Store> {
  const directory = await mkdtemp(join(tmpdir(), 'belfry-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'town' }],
  });
  const { port } = await server.run();
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    server.httpServer.closeAllConnections();
    await server.close();
  };
  return {
    url: `s3://S3RVER:S3RVER@127.0.0.1:${port}/town/belfry`,
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
