/** The process that reads the document of its argument, writes what it finds as lines of JSON, and ends. */
import type { DocumentPart, ReadDocument } from './document-facts.ts';
import type { DocumentFault } from './document-limits.ts';
import { type ReadingOrder, readDocumentFile } from './read-document-file.server.ts';

/** Text is sent in pieces, so that the site is never busy with one for long. */
const PIECE_CHARACTERS = 16 * 1024;

/** Of the part with this number. */
export type ReadPiece = DocumentPart & { part: number };

export type ReadingStep =
  | { isReady: true }
  | { piece: ReadPiece }
  | { document: Omit<ReadDocument, 'parts'> }
  | { fault: DocumentFault }
  | { problem: string };

// The umask of the site: only its own user reads these files.
process.umask(0o077);

const send = (step: ReadingStep) =>
  new Promise<void>((resolve, reject) => {
    process.stdout.write(`${JSON.stringify(step)}\n`, (error) => (error ? reject(error) : resolve()));
  });

const order: ReadingOrder = JSON.parse(process.argv[2] ?? '');
await send({ isReady: true });
try {
  const read = await readDocumentFile(order);
  if ('status' in read) await send({ fault: read });
  else {
    const { parts, ...document } = read;
    for (const piece of piecesOf(parts)) await send({ piece });
    await send({ document });
  }
} catch (error) {
  await send({ problem: error instanceof Error ? error.message : String(error) });
}
process.exit();

function* piecesOf(parts: DocumentPart[]): Generator<ReadPiece> {
  for (const [part, { page, text }] of parts.entries())
    for (let from = 0; from < text.length; from += PIECE_CHARACTERS)
      yield { part, page, text: text.slice(from, from + PIECE_CHARACTERS) };
}
