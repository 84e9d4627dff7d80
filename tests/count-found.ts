/** Counts what a file of another system contains, in a process of its own, whose memory can be limited. */
import { readFile } from '#app/moving/formats/formats.server.ts';

const [path = ''] = process.argv.slice(2);
const counts: Record<string, number> = {};
const town = { name: 'Riverton', address: 'https://riverton.example' };
for await (const { kind } of readFile(path, { zone: 'America/New_York', town }))
  counts[kind] = (counts[kind] ?? 0) + 1;
console.log(JSON.stringify(counts));
