/** Documents in tests of the whole site. */
import type { TestSite } from './open-site.ts';

type Fields = Record<string, string>;

/** A form with one document. */
export function documentForm(file: Buffer, name: string, fields: Fields = {}): FormData {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(file)], name));
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  return form;
}

/** Uploads a document as the administrator, and returns the response. */
export async function uploadDocument(
  site: TestSite,
  file: Buffer,
  { name = 'minutes.txt', fields = {}, path = '', method = 'POST' }: UploadOptions = {},
): Promise<Response> {
  return site.fetch(`/api/v1/documents${path}`, {
    method,
    headers: { ...(await site.asAdmin()), Origin: site.origin },
    body: documentForm(file, name, fields),
  });
}

type UploadOptions = { name?: string; fields?: Fields; path?: string; method?: string };

/** The same with a text file, and returns the id of the document. */
export async function addTextDocument(site: TestSite, text: string, name = 'minutes.txt'): Promise<string> {
  const response = await uploadDocument(site, Buffer.from(text), { name });
  return ((await response.json()) as { id: string }).id;
}
