import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import { expect, test } from 'vitest';
import { longTest } from '../../../tests/long-test.ts';
import { entityOf, logOf } from '../../../tests/managed-export.ts';

/** Far less than any of the files has, unpacked. */
const HEAP_MEGABYTES = 40;

const text = 'A sentence about the town and what happened in it. '.repeat(40);

function* documents(count: number): Generator<Buffer> {
  for (let at = 0; at < count; at++) {
    const values = {
      title: `Title ${at}`,
      pubDate: { _seconds: 1.7e9 + at, _nanoseconds: 0 },
      description: text,
    };
    yield entityOf(['articles', `id-${at}`], values);
  }
}

const files: Record<string, { parts: () => Generator<string | Uint8Array>; found: Record<string, number> }> =
  {
    'export.json.gz': {
      found: { articles: 22_000 },
      *parts() {
        yield '{"__collections__": {"articles": {';
        for (let at = 0; at < 22_000; at++)
          yield `${at ? ',' : ''}"id-${at}": {"title": "Title ${at}", "pubDate": {"_seconds": ${1.7e9 + at}}, "description": "${text}"}`;
        yield '}}}';
      },
    },
    'output-0.gz': {
      found: { articles: 22_000 },
      parts: () => logOf(documents(22_000)),
    },
    'users.csv.gz': {
      found: { users: 50_000 },
      *parts() {
        for (let at = 0; at < 50_000; at++)
          yield `${String(at).padStart(28, 'u')},u${at}@example.org,false,,,"Name, ${text.slice(0, 800)}"${','.repeat(18)}1700000000000,,,,,,\n`;
      },
    },
  };

/** The fewest seconds. */
const EACH_TIME = 'users.csv.gz';

for (const [name, { parts, found }] of Object.entries(files))
  (name === EACH_TIME ? test : longTest)(
    `R-39 ${name}, which is larger than the memory, is read with ${HEAP_MEGABYTES} MB`,
    async () => {
      await using folder = await mkdtempDisposable(join(tmpdir(), 'belfry-flat-'));
      const path = join(folder.path, name);
      await pipeline(Readable.from(parts()), createGzip({ level: 1 }), createWriteStream(path));
      const script = new URL('../../../tests/count-found.ts', import.meta.url).pathname;
      const { stdout } = await promisify(execFile)(process.execPath, [
        `--max-old-space-size=${HEAP_MEGABYTES}`,
        // Room for what is new is part of it: with more of it, the collector works most of the time.
        '--max-semi-space-size=4',
        script,
        path,
      ]);
      expect(JSON.parse(stdout)).toEqual(found);
    },
  );
