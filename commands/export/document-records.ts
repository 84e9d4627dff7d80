import { isoOf, optionalIsoOf } from '#app/items/content/item-json.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import {
  documentOrder,
  listDocuments,
  listDocumentVersions,
  type StoredDocument,
} from '#app/platform/media/documents/document-store.server.ts';
import { pagesOf } from './list-pages.ts';

export const DOCUMENTS = 'documents';

/** All documents with their files, the earlier ones too, each as import reads it. */
export async function* listDocumentRecords(db: ReadDb): AsyncGenerator<object[]> {
  for await (const documents of pagesOf(documentOrder, (request) => listDocuments(db, {}, request))) {
    const records: object[] = [];
    for (const document of documents) records.push(await documentRecordOf(db, document));
    yield records;
  }
}

async function documentRecordOf(db: ReadDb, document: StoredDocument): Promise<object> {
  const { id, title, name, type, bytes, sha256, file, pages, language, summary } = document;
  const versions = await listDocumentVersions(db, id);
  return {
    ...{ id, title, name, type, bytes, pages, language, summary },
    uploadedAt: isoOf(document.createdAt),
    replacedAt: optionalIsoOf(document.replacedAt),
    file: { name: file, bytes, sha256 },
    versions: versions.map((version) => ({
      number: version.number,
      name: version.name,
      type: version.type,
      pages: version.pages,
      uploadedAt: isoOf(Number(version.createdAt)),
      file: { name: version.file, bytes: Number(version.bytes), sha256: version.sha256 },
    })),
  };
}
