/** Reads XML of office files as a stream of events: no tree, no entities, nothing from elsewhere. */
import { Parser } from 'htmlparser2';
import { BROKEN, DocumentError, ENTITIES, MAX_DEPTH, TOO_DEEP } from './document-limits.ts';

/** Names are without their prefix, which is the same in all files of a format. */
export type XmlHandler = {
  open?: (name: string, attributes: Record<string, string>) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
  /** Asked between two chunks: whether the rest isn't needed. */
  isDone?: () => boolean;
};

/** Throws DocumentError for XML that is damaged, has a document type or is nested too deeply. */
export async function readXml(bytes: AsyncIterable<Uint8Array>, handler: XmlHandler): Promise<void> {
  let depth = 0;
  let hasRoot = false;
  let isEnding = false;
  const parser = new Parser(
    {
      onprocessinginstruction(_name, data) {
        // Office Open XML and OpenDocument forbid document types, which could define entities.
        if (data.startsWith('!')) throw new DocumentError(ENTITIES);
      },
      onopentag(name, attributes) {
        hasRoot = true;
        if (++depth > MAX_DEPTH) throw new DocumentError(TOO_DEEP);
        handler.open?.(localName(name), attributes);
      },
      onclosetag(name) {
        if (isEnding) throw new DocumentError(BROKEN);
        depth--;
        handler.close?.(localName(name));
      },
      ontext: (text) => handler.text?.(text),
    },
    { xmlMode: true, decodeEntities: true },
  );
  try {
    let decoder: TextDecoder | undefined;
    for await (const chunk of bytes) {
      decoder ??= decoderOf(chunk);
      parser.write(decoder.decode(chunk, { stream: true }));
      if (handler.isDone?.()) return;
    }
    parser.write(decoder?.decode() ?? '');
    isEnding = true;
    parser.end();
  } catch (error) {
    throw error instanceof DocumentError ? error : new DocumentError(BROKEN);
  }
  if (!hasRoot) throw new DocumentError(BROKEN);
}

/** By the byte order mark; without one it is UTF-8. */
function decoderOf([first, second]: Uint8Array): TextDecoder {
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return new TextDecoder(isUtf16 ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8', { fatal: true });
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The value of an attribute, whatever its prefix is. */
export function attributeOf(attributes: Record<string, string>, name: string): string | undefined {
  const own = attributes[name];
  if (own !== undefined) return own;
  for (const key in attributes) if (localName(key) === name) return attributes[key];
  return undefined;
}
