/** The limits of an uploaded document, and why one is refused, in plain words (product contract section 6). */

export const MAX_DOCUMENT_BYTES = 25 * 1024 * 1024;
export const MAX_PAGES = 5000;
/** Of text that is read, in UTF-16 units: about 800 pages of print. */
export const MAX_CHARACTERS = 2_000_000;
/** Of everything in an office file. A spreadsheet of a million rows has 200 MiB. */
export const MAX_UNPACKED_BYTES = 512 * 1024 * 1024;
export const MAX_ENTRIES = 10_000;
export const MAX_DEPTH = 500;

/** Why a document is not accepted: the HTTP status and a message for the user. */
export type DocumentFault = { status: 413 | 415 | 422 | 503; message: string };

/** Thrown while a document is read. */
export class DocumentError extends Error {
  readonly fault: DocumentFault;

  constructor(fault: DocumentFault) {
    super(fault.message);
    this.fault = fault;
  }
}

const notAllowed = (message: string): DocumentFault => ({ status: 415, message });
const unreadable = (message: string): DocumentFault => ({ status: 422, message });

export const EMPTY = unreadable('The file is empty. Choose it again, or save it again first.');

export const TOO_LARGE: DocumentFault = { status: 413, message: 'A document can have at most 25 MiB.' };

export const NOT_A_DOCUMENT = notAllowed(
  'This file can’t be used. Choose a PDF, Word, Excel, PowerPoint, OpenDocument, CSV or text file.',
);

export const OLD_OFFICE = notAllowed(
  'This file has the format of Office before 2007. Open it, choose Save As, and save it as .docx, .xlsx or .pptx.',
);

export const RICH_TEXT = notAllowed(
  'Rich Text files can’t be used. Open it in Word, choose Save As, and save it as .docx.',
);

export const TEMPLATE = notAllowed(
  'This is a template, a slide show or a binary workbook. Save it as an ordinary .docx, .xlsx, .pptx, .odt, .ods or .odp file.',
);

export const MACROS = notAllowed(
  'This file has macros, which can run on the computers of readers. Save it without macros, as .docx, .xlsx, .pptx, .odt or PDF.',
);

export const PDF_SCRIPT = notAllowed(
  'This PDF has a script that runs when it is opened. Print it to a new PDF file, and upload that one.',
);

export const TWO_FORMATS = notAllowed(
  'This file is of two kinds at once, which can mislead programs that open it. Export it again from the program it was made with.',
);

/** `kind` is what the file is: 'a Word file'. */
export function wrongExtension(extension: string, kind: string, right: string): DocumentFault {
  return notAllowed(
    `The name of the file ends in .${extension}, but it is ${kind}. Give it a name that ends in ${right}, or choose another file.`,
  );
}

export const ENCRYPTED = unreadable(
  'This file is protected by a password or by restrictions. Save it without protection, and upload that one.',
);

export const BROKEN = unreadable(
  'This file is damaged or incomplete, and can’t be read. Open it on your computer and save it again.',
);

export const UNSAFE_NAMES = unreadable(
  'This file contains names that lead out of it, as no office program writes them. Save it again from the program it was made with.',
);

export const UNPACKS_TOO_LARGE = unreadable(
  'This file unpacks to far more than its size, and could stop the computers of readers. Save it again with less in it.',
);

export const ENTITIES = unreadable(
  'This file defines or loads content from elsewhere, as no office program writes it. Save it again from the program it was made with.',
);

export const TOO_DEEP = unreadable(
  'The content of this file is nested too deeply to be read. Save it again from the program it was made with.',
);

export const TOO_MANY_PAGES = unreadable('A document can have at most 5,000 pages. Split it into parts.');

export const TOO_SLOW = unreadable(
  'This file took too long to read. Split it into parts, or save it again from the program it was made with.',
);

export const TOO_HEAVY = unreadable(
  'This file needs too much memory to be read. Split it into parts, or save it again from the program it was made with.',
);

export const TOO_BUSY: DocumentFault = {
  status: 503,
  message: 'Too many documents are being uploaded right now. Try again in a moment.',
};
