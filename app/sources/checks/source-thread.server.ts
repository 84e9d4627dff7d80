/** Runs in a thread of its own, with little memory and a deadline: what strangers wrote can be hostile. */
import { parseSource, type SourceDocument } from '#app/sources/formats/parse-source.ts';
import type { ParsedSource } from '#app/sources/import/source-item.ts';

export default function parse(document: SourceDocument): ParsedSource {
  return parseSource(document);
}
