/** What an Office Open XML package says of itself (ECMA-376, part 2). */
import { posix } from 'node:path';
import type { DocumentType } from './document-facts.ts';
import { BROKEN, DocumentError, MACROS, NOT_A_DOCUMENT, TEMPLATE } from './document-limits.ts';
import { attributeOf, readXml } from './read-xml.server.ts';
import { languageOf, titleOf } from './text-collector.ts';
import type { ZipPackage } from './zip-package.server.ts';

const CONTENT_TYPES = '[Content_Types].xml';

const MAIN: Record<string, DocumentType> = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml': 'pptx',
};

const OTHER_MAIN =
  /^application\/vnd\.(openxmlformats-officedocument\.(wordprocessingml|spreadsheetml|presentationml)|ms-excel)\.(template|slideshow|sheet\.binary(\.macroEnabled)?)(\.main(\+xml)?)?$/i;

export type OfficeMain = { type: DocumentType; path: string };

/** The type and the main part. Throws DocumentError for macros, templates and other packages, such as ZIP archives. */
export async function findOfficeMain(zip: ZipPackage): Promise<OfficeMain> {
  if (!zip.has(CONTENT_TYPES)) throw new DocumentError(NOT_A_DOCUMENT);
  let main: OfficeMain | undefined;
  let hasMacros = zip.names.some((name) =>
    /(^|\/)(vbaProject\.bin|vbaData\.xml|macrosheets\/.*)$/i.test(name),
  );
  let isTemplate = false;
  await readXml(await zip.read(CONTENT_TYPES), {
    open(name, attributes) {
      if (name !== 'Override' && name !== 'Default') return;
      const { ContentType: type = '', PartName: part = '' } = attributes;
      if (OTHER_MAIN.test(type)) isTemplate = true;
      else if (/macro(enabled|sheet)|vbaProject/i.test(type)) hasMacros = true;
      const kind = MAIN[type];
      if (kind && part) main ??= { type: kind, path: part.replace(/^\//, '') };
    },
  });
  if (hasMacros) throw new DocumentError(MACROS);
  if (main) return main;
  throw new DocumentError(isTemplate ? TEMPLATE : NOT_A_DOCUMENT);
}

export type OfficeFacts = { title: string | null; language: string | null; pages: number | null };

/** The properties that the program stored. */
export async function readOfficeFacts(zip: ZipPackage): Promise<OfficeFacts> {
  const core = await readTexts(zip, 'docProps/core.xml', ['title', 'language']);
  const app = await readTexts(zip, 'docProps/app.xml', ['Pages']);
  return {
    title: titleOf(core.title),
    language: languageOf(core.language),
    pages: Number(app.Pages) > 0 ? Number(app.Pages) : null,
  };
}

const MOST_PROPERTY = 1000;

/** The texts of the first elements with these names; an entry that is missing has none. */
export async function readTexts(
  zip: ZipPackage,
  path: string,
  names: string[],
): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  if (!zip.has(path)) return texts;
  let open: string | undefined;
  await readXml(await zip.read(path), {
    open(name) {
      open = names.includes(name) && texts[name] === undefined ? name : undefined;
      if (open) texts[open] = '';
    },
    text(text) {
      if (open && (texts[open]?.length ?? 0) < MOST_PROPERTY) texts[open] += text;
    },
    close() {
      open = undefined;
    },
  });
  return texts;
}

/** What the ids in the part at `path` refer to inside the package. */
export async function readRelations(zip: ZipPackage, path: string): Promise<Map<string, string>> {
  const folder = posix.dirname(path);
  const relations = new Map<string, string>();
  const file = posix.join(folder, '_rels', `${posix.basename(path)}.rels`);
  if (!zip.has(file)) return relations;
  await readXml(await zip.read(file), {
    open(name, { Id, Target, TargetMode }) {
      if (name !== 'Relationship' || !Id || !Target || TargetMode === 'External') return;
      relations.set(Id, Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target));
    },
  });
  return relations;
}

/** The parts with these relation ids, in order. Throws DocumentError when one is missing. */
export function resolveParts(zip: ZipPackage, relations: Map<string, string>, ids: string[]): string[] {
  return ids.map((id) => {
    const path = relations.get(id);
    if (!path || !zip.has(path)) throw new DocumentError(BROKEN);
    return path;
  });
}

/** The id of a relation that an element names, whatever the prefix of the namespace is. */
export function relationIdOf(attributes: Record<string, string>): string | undefined {
  return attributes['r:id'] ?? attributeOf(attributes, 'id');
}
