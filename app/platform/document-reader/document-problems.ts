/** The findings of a document in plain words: what a blind reader meets, and what helps. */
import type { DocumentProblem, DocumentType } from './document-facts.ts';

/** What was counted while a document was read. */
export type Findings = {
  type: DocumentType;
  title: string | null;
  language: string | null;
  hasText: boolean;
  /** Undefined where the format has no such thing. */
  isTagged?: boolean;
  /** Pages without text among others that have some. */
  pagesWithoutText?: number[];
  /** Pictures that may show a table, and those that certainly do. */
  suspectPictures?: number;
  tablePictures?: number;
  picturesWithoutAlt?: number;
  /** Numbers or names of the tables, sheets or pages. */
  tablesWithoutHeaders?: number;
  slidesWithoutTitle?: number[];
  hiddenSheets?: number;
  /** Where reading stopped: 'page 800'. */
  cutAfter?: string | undefined;
};

type Check = (findings: Findings) => DocumentProblem | undefined;

/** In the order of how much they keep readers out. */
const CHECKS: Check[] = [
  ({ type, hasText }) =>
    hasText
      ? undefined
      : type === 'pdf'
        ? {
            code: 'scan',
            message:
              'This is a scan: it has no text. A screen reader says nothing, and search can’t find its words. Export the PDF from Word instead of scanning the printout, or write a summary.',
          }
        : {
            code: 'scan',
            message:
              'This file has no text. A screen reader says nothing, and search can’t find it by its words. Write a summary.',
          },
  ({ pagesWithoutText = [], hasText }) =>
    hasText && pagesWithoutText.length > 0
      ? {
          code: 'scan-pages',
          message: `${capitalized(listPages(pagesWithoutText))} ${pagesWithoutText.length === 1 ? 'has' : 'have'} no text. If ${pagesWithoutText.length === 1 ? 'it shows' : 'they show'} a scan, a screen reader says nothing there. Replace the scan by its text, or write a summary.`,
        }
      : undefined,
  ({ tablePictures = 0 }) =>
    tablePictures > 0
      ? {
          code: 'table-picture',
          message: `${tablePictures === 1 ? 'A table is' : `${tablePictures} tables are`} only a picture. A screen reader can’t read the cells. Insert ${tablePictures === 1 ? 'it' : 'them'} as a table, or write a summary.`,
        }
      : undefined,
  ({ tablePictures = 0, suspectPictures = 0 }) =>
    tablePictures === 0 && suspectPictures > 0
      ? {
          code: 'table-picture',
          message: `${suspectPictures === 1 ? 'A picture' : `${suspectPictures} pictures`} may show a table or text. A screen reader can’t read what is in a picture. If so, insert it as a table, or write a summary.`,
        }
      : undefined,
  ({ type, isTagged, hasText }) => {
    if (isTagged !== false || !hasText) return undefined;
    return type === 'pdf'
      ? {
          code: 'untagged',
          message:
            'This PDF is not tagged. A screen reader can’t tell headings, lists and tables from other text, and may read in the wrong order. Export it from Word with “Document structure tags for accessibility”.',
        }
      : {
          code: 'untagged',
          message:
            'There are no headings. With a screen reader one can’t go from section to section. Use the styles Heading 1, Heading 2 instead of large or bold text.',
        };
  },
  ({ type, title }) => {
    if (type === 'csv' || type === 'txt') return undefined;
    if (title === null)
      return {
        code: 'title',
        message:
          'There is no title inside the file. Programs show the name of the file instead. The title below is used on this site.',
      };
    return isFileName(title)
      ? {
          code: 'title',
          message: `The title inside the file is a file name. Programs show “${title}”. The title below is used on this site.`,
        }
      : undefined;
  },
  ({ type, language }) =>
    language === null && HAS_LANGUAGE.includes(type)
      ? {
          code: 'language',
          message:
            'The file does not say its language. A screen reader has to guess. The language below is used on this site.',
        }
      : undefined,
  ({ picturesWithoutAlt = 0 }) =>
    picturesWithoutAlt > 0
      ? {
          code: 'alt',
          message: `${picturesWithoutAlt === 1 ? 'A picture has' : `${picturesWithoutAlt} pictures have`} no alternative text. A screen reader can’t say what ${picturesWithoutAlt === 1 ? 'it shows' : 'they show'}. Describe ${picturesWithoutAlt === 1 ? 'it' : 'them'} in the program the file was made with.`,
        }
      : undefined,
  ({ type, tablesWithoutHeaders = 0 }) =>
    tablesWithoutHeaders > 0
      ? {
          code: 'table-headers',
          message: `${tablesWithoutHeaders === 1 ? 'A table has' : `${tablesWithoutHeaders} tables have`} no headings. A screen reader can’t say which column a cell belongs to. ${headerAdvice(type)}`,
        }
      : undefined,
  ({ slidesWithoutTitle = [] }) =>
    slidesWithoutTitle.length > 0
      ? {
          code: 'slide-titles',
          message: `${capitalized(listPages(slidesWithoutTitle, 'slide'))} ${slidesWithoutTitle.length === 1 ? 'has' : 'have'} no title. With a screen reader one can’t tell slides apart. Use a layout with a title.`,
        }
      : undefined,
  ({ hiddenSheets = 0 }) =>
    hiddenSheets > 0
      ? {
          code: 'hidden-sheets',
          message: `${hiddenSheets === 1 ? 'A sheet is' : `${hiddenSheets} sheets are`} hidden. Everyone who downloads the file can show ${hiddenSheets === 1 ? 'it' : 'them'}. Delete what is not for the public.`,
        }
      : undefined,
  ({ cutAfter }) =>
    cutAfter === undefined
      ? undefined
      : {
          code: 'cut',
          message: `This file is very long. Search finds its words up to ${cutAfter}. Split it into parts to have all of it found.`,
        },
];

/** Formats whose programs write the language. Excel has no setting for it. */
const HAS_LANGUAGE: DocumentType[] = ['pdf', 'docx', 'pptx', 'odt', 'odp'];

/** Everything that a blind reader would meet, the worst first. */
export function listProblems(findings: Findings): DocumentProblem[] {
  return CHECKS.flatMap((check) => check(findings) ?? []);
}

/** The first sentence of a message, and the rest, which says what it means and what helps. */
export function splitProblem({ message }: DocumentProblem): { heading: string; advice: string } {
  const end = message.indexOf('. ') + 1;
  return end > 0
    ? { heading: message.slice(0, end), advice: message.slice(end + 1) }
    : { heading: message, advice: '' };
}

/** A title that a program or a scanner made of the file's name. */
function isFileName(title: string): boolean {
  return (
    /\.(pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|txt|csv|pub|indd|wpd|tmp)$/i.test(title) ||
    /^(microsoft \w+ - |untitled|scan\w{0,4}[\d_-]|img_?\d|document\d{0,3}$|doc\d|book\d|presentation\d{0,3}$|powerpoint presentation$)/i.test(
      title,
    )
  );
}

function headerAdvice(type: DocumentType): string {
  if (type === 'xlsx' || type === 'ods' || type === 'csv')
    return 'Put the names of the columns into the first row.';
  if (type === 'docx') return 'Mark the first row with “Repeat as header row”.';
  return 'Mark the first row as the header row.';
}

const MOST_LISTED = 8;

/** 'pages 3, 4 and 7'. */
function listPages(pages: number[], what = 'page'): string {
  if (pages.length === 1) return `${what} ${pages[0]}`;
  if (pages.length > MOST_LISTED) return `${pages.length} ${what}s`;
  return `${what}s ${pages.slice(0, -1).join(', ')} and ${pages.at(-1)}`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
