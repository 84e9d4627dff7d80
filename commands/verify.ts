import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { describeKey, findForgery, type Proof } from '#app/items/proof/proof.ts';
import { commandLine } from '#app/platform/command-line/command-line.ts';
import { type Command, CommandError, exitCodes, seeHelp, UsageError } from './command.ts';

export const verify: Command = {
  name: 'verify',
  summary: 'Check a proof of publication, without the site that made it',
  help: `Usage: ${commandLine('verify')} FILE [--keys KEYS] [--document DOCUMENT]

Says whether a proof of publication (the file that a page such as /proof/news/ID offers) is
unchanged: whether its text has the SHA-256 that was published, and whether the key in it has signed
these facts. It needs neither the site nor a database.

  --keys KEYS          also checks that the key is one of the site's: its /proof/keys.json, saved as a file
  --document DOCUMENT  also checks that this is the file that was published, with the proof of a document

Exit codes: 0 it is true, 1 it is not, 2 wrong call.

Example: ${commandLine('verify proof.json --keys keys.json')}`,
  options: { keys: { type: 'string' }, document: { type: 'string' } },
  words: 'many',
  async run({ words, options, terminal }) {
    const [file, ...others] = words;
    if (file === undefined || others.length > 0) throw new UsageError(`Give one file. ${seeHelp('verify')}`);
    const proof = await readProof(file);
    const forgery = findForgery(proof) ?? (await findStranger(proof, options.keys));
    if (forgery) throw new CommandError(forgery);
    const document = await describeCopy(proof, options.document);
    const { url, from, to, sha256, changes, key } = proof;
    terminal.print(`True: nothing in ${file} was changed since ${describeKey(key)} signed it.`);
    terminal.print(`${url} was public from ${from} ${to === null ? 'on' : `to ${to}`}.`);
    terminal.print(`SHA-256 ${sha256}, ${changes.length === 1 ? '1 entry' : `${changes.length} entries`}:`);
    for (const change of changes) terminal.print(`  ${change.at}  ${change.sha256 ?? 'not public'}`);
    if (document) terminal.print(document);
    if (options.keys === undefined)
      terminal.print(`Compare the key with the one that the site shows: ${describeKey(key)}`);
    return exitCodes.done;
  },
};

const proofSchema = z.object({
  url: z.string(),
  text: z.string().nullable(),
  sha256: z.string(),
  from: z.string(),
  to: z.string().nullable(),
  changes: z.array(z.object({ at: z.string(), sha256: z.string().nullable() })).min(1),
  signature: z.string(),
  key: z.string(),
});

const keysSchema = z.object({ keys: z.array(z.object({ key: z.string() })) });

async function readProof(file: string): Promise<Proof> {
  const proof = proofSchema.safeParse(await readJson(file));
  if (!proof.success) throw new CommandError(`${file} is not a proof of publication.`);
  return proof.data;
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandError(`${file} can't be read.`);
  });
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandError(`${file} is not JSON.`);
  }
}

/** When a copy of a document was the public one; undefined without one. Throws when it never was. */
async function describeCopy(
  { changes }: Proof,
  file: string | boolean | undefined,
): Promise<string | undefined> {
  if (typeof file !== 'string') return undefined;
  const content = await readFile(file).catch(() => {
    throw new CommandError(`${file} can't be read.`);
  });
  const sha256 = createHash('sha256').update(content).digest('hex');
  const at = changes.findLastIndex((change) => change.sha256 === sha256);
  const [change, next] = [changes[at], changes[at + 1]];
  if (!change)
    throw new CommandError(`${file} is not the document that was published: its SHA-256 is different.`);
  return `${file} was the public document from ${change.at} ${next ? `to ${next.at}` : 'on'}.`;
}

async function findStranger({ key }: Proof, file: string | boolean | undefined): Promise<string | undefined> {
  if (typeof file !== 'string') return undefined;
  const keys = keysSchema.safeParse(await readJson(file));
  if (!keys.success) throw new CommandError(`${file} has no keys.`);
  const isKnown = keys.data.keys.some((one) => one.key === key);
  return isKnown ? undefined : `The key ${describeKey(key)} is not in ${file}.`;
}
