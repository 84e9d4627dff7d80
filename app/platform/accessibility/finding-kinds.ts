/** The kinds of findings, the worst first: what each is called, and what readers meet. */
export const findingKinds = {
  'document-scan': {
    title: 'Scans without text or summary',
    why: 'Screen readers say nothing, and search can’t find the words.',
    group: 'documents',
    isSerious: true,
    gap: ['document is a scan without text or a summary', 'documents are scans without text or a summary'],
  },
  'missing-alt': {
    title: 'Pictures without alternative text',
    why: 'Readers who can’t see them don’t learn what they show.',
    group: 'pictures',
    isSerious: true,
    gap: ['picture has no alternative text', 'pictures have no alternative text'],
  },
  'link-text': {
    title: 'Links that don’t say where they go',
    why: '“Click here” and “more” make no sense out of their sentence, and screen readers list links on their own.',
    group: 'texts',
    isSerious: false,
    gap: ['link does not say where it goes', 'links do not say where they go'],
  },
  'heading-skip': {
    title: 'Skipped heading levels',
    why: 'A reader who jumps from heading to heading thinks a part is missing.',
    group: 'texts',
    isSerious: false,
    gap: ['heading skips a level', 'headings skip a level'],
  },
  'table-headers': {
    title: 'Tables without headings',
    why: 'A screen reader can’t say which column or row a cell belongs to.',
    group: 'texts',
    isSerious: false,
    gap: ['table has no headings', 'tables have no headings'],
  },
  capitals: {
    title: 'Text in capitals',
    why: 'It is harder to read, and some screen readers spell it letter by letter.',
    group: 'texts',
    isSerious: false,
    gap: ['text has a passage in capitals', 'texts have passages in capitals'],
  },
  language: {
    title: 'Languages that aren’t marked',
    why: 'A screen reader reads the words with the sounds of English.',
    group: 'texts',
    isSerious: false,
    gap: ['passage is in another language without a mark', 'passages are in other languages without a mark'],
  },
  'document-scan-summary': {
    title: 'Scans with a summary',
    why: 'The summary helps, but the words themselves can’t be read aloud or found.',
    group: 'documents',
    isSerious: false,
    gap: ['document is a scan with a summary beside it', 'documents are scans with a summary beside them'],
  },
  'document-structure': {
    title: 'Documents without structure',
    why: 'Without tags, headings or titles of slides, a screen reader can’t go from part to part.',
    group: 'documents',
    isSerious: false,
    gap: ['document has no tags or headings', 'documents have no tags or headings'],
  },
  'document-pictures': {
    title: 'Documents with pictures that can’t be read aloud',
    why: 'Readers who can’t see them don’t learn what they show.',
    group: 'documents',
    isSerious: false,
    gap: ['document has pictures without a description', 'documents have pictures without a description'],
  },
  'document-tables': {
    title: 'Documents with tables without headings',
    why: 'A screen reader can’t say which column a cell belongs to.',
    group: 'documents',
    isSerious: false,
    gap: ['document has tables without headings', 'documents have tables without headings'],
  },
  'document-about': {
    title: 'Documents that don’t say their title or language',
    why: 'A screen reader has to guess the language, and shows the name of the file instead of a title.',
    group: 'documents',
    isSerious: false,
    gap: ['document does not say its title or language', 'documents do not say their title or language'],
  },
} as const;

export type FindingCode = keyof typeof findingKinds;

export type FindingGroup = (typeof findingKinds)[FindingCode]['group'];

export const findingCodes = Object.keys(findingKinds) as FindingCode[];

/** Whether the text is the name of a kind. */
export function isFindingCode(text: string): text is FindingCode {
  return Object.hasOwn(findingKinds, text);
}

/** What a reader with a disability would meet. `message` is a sentence, `place` the words around it; '' for none. */
export type Finding = { code: FindingCode; message: string; place: string };
