/** PowerPoint (.pptx): a slide is a page. */
import { MIME_TYPES, type ReadDocument } from './document-facts.ts';
import { listProblems } from './document-problems.ts';
import { type OfficeMain, readOfficeFacts, readRelations, resolveParts } from './office-package.server.ts';
import { readXml } from './read-xml.server.ts';
import { languageOf, TextCollector } from './text-collector.ts';
import type { ZipPackage } from './zip-package.server.ts';

type Counts = {
  languages: Map<string, number>;
  withoutAlt: number;
  withoutHeaders: number;
  embeddedTables: number;
};

export async function readSlides(zip: ZipPackage, { path }: OfficeMain): Promise<ReadDocument> {
  const facts = await readOfficeFacts(zip);
  const slides = resolveParts(zip, await readRelations(zip, path), await listSlides(zip, path));
  const collector = new TextCollector();
  const counts: Counts = { languages: new Map(), withoutAlt: 0, withoutHeaders: 0, embeddedTables: 0 };
  const untitled: number[] = [];
  for (const [index, slide] of slides.entries()) {
    if (!collector.isFull && !(await readSlide(zip, slide, collector, counts))) untitled.push(index + 1);
    collector.turn(index + 2);
  }
  const { isFull } = collector;
  const parts = collector.end({ hasPages: true });
  const hasText = parts.some(({ text }) => /[\p{L}\p{N}]/u.test(text));
  const [spoken] = [...counts.languages].toSorted(([, one], [, other]) => other - one);
  const language = facts.language ?? languageOf(spoken?.[0]);
  return {
    type: 'pptx',
    mimeType: MIME_TYPES.pptx,
    pages: slides.length,
    title: facts.title,
    language,
    text: hasText ? 'yes' : 'no',
    tagged: untitled.length === 0 ? 'yes' : 'no',
    problems: listProblems({
      type: 'pptx',
      title: facts.title,
      language,
      hasText,
      slidesWithoutTitle: untitled,
      tablePictures: counts.embeddedTables,
      picturesWithoutAlt: counts.withoutAlt,
      tablesWithoutHeaders: counts.withoutHeaders,
      cutAfter: isFull ? 'the first two million characters' : undefined,
    }),
    parts,
  };
}

async function listSlides(zip: ZipPackage, path: string): Promise<string[]> {
  const ids: string[] = [];
  await readXml(await zip.read(path), {
    open(name, attributes) {
      const id = name === 'sldId' ? attributes['r:id'] : undefined;
      if (id) ids.push(id);
    },
  });
  return ids;
}

/** Returns whether the slide has a title. */
async function readSlide(
  zip: ZipPackage,
  path: string,
  collector: TextCollector,
  counts: Counts,
): Promise<boolean> {
  let [isText, isPicture, isTitle, hasTitle] = [false, false, false, false];
  let skipped = 0;
  await readXml(await zip.read(path), {
    open(name, attributes) {
      if (name === 'Fallback') skipped++;
      if (skipped > 0) return;
      if (name === 't') isText = true;
      else if (name === 'sp') isTitle = false;
      else if (name === 'ph' && /^(title|ctrTitle)$/.test(attributes.type ?? '')) isTitle = true;
      else if (name === 'rPr' && attributes.lang) addLanguage(counts.languages, attributes.lang);
      else if (name === 'tblPr' && !/^(1|true)$/.test(attributes.firstRow ?? '')) counts.withoutHeaders++;
      else if (name === 'oleObj' && /^Excel\./i.test(attributes.progId ?? '')) counts.embeddedTables++;
      else if (name === 'pic') isPicture = true;
      else if (name === 'cNvPr' && isPicture) {
        isPicture = false;
        if (!attributes.descr?.trim() && !attributes.title?.trim()) counts.withoutAlt++;
      }
    },
    close(name) {
      if (name === 'Fallback') skipped--;
      if (name === 't') isText = false;
      else if (name === 'p') collector.add('\n');
      else if (name === 'sp') isTitle = false;
    },
    text(text) {
      if (!isText || skipped > 0) return;
      if (isTitle && text.trim()) hasTitle = true;
      collector.add(text);
    },
    isDone: () => collector.isFull,
  });
  return hasTitle;
}

function addLanguage(languages: Map<string, number>, language: string): void {
  if (languages.has(language) || languages.size < 100)
    languages.set(language, (languages.get(language) ?? 0) + 1);
}
