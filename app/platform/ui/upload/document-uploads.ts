import type { UploadKind } from './upload-queue.ts';

/** A document of the library as the API returns it, with what the browser uses of it. */
export type LibraryDocument = {
  id: string;
  title: string;
  name: string;
  type: string;
  bytes: number;
  pages: number | null;
  language: string | null;
  summary: string | null;
  problems: { code: string; message: string }[];
  usedBy: { collection: string; id: string }[];
};

export const documentUploads: UploadKind = {
  address: '/api/v1/documents',
  maxBytes: 25 * 1024 * 1024,
  tooLarge: 'A document can have at most 25 MiB.',
  failed: 'The document could not be added.',
  reading: 'Reading it…',
  busy: 'Uploading documents',
  done: 'All documents are uploaded',
};

/** Saves the summary of a document; false when that was not possible. */
export async function saveSummary(id: string, summary: string): Promise<boolean> {
  try {
    const response = await fetch(`/api/v1/documents/${id}`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ summary }),
    });
    return response.ok;
  } catch {
    return false;
  }
}

/** The documents of the library with these words, newest first, at most ten; undefined when they could not be loaded. */
export async function loadDocumentLibrary(q: string): Promise<LibraryDocument[] | undefined> {
  try {
    const response = await fetch(`/api/v1/documents?${new URLSearchParams({ limit: '10', q })}`);
    return response.ok ? ((await response.json()) as { items: LibraryDocument[] }).items : undefined;
  } catch {
    return undefined;
  }
}
