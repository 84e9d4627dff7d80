import { openSite, type TestSite, type TestSiteOptions } from './open-site.ts';

/** A site, and its import as an administrator's browser without JavaScript uses it. */
export async function openImportSite(options: TestSiteOptions = {}) {
  const site = await openSite(options);
  const admin = await site.asAdmin();
  return Object.assign(site, {
    admin,
    /** Sends the first page's form; a file is given by its field. */
    start: (
      fields: Record<string, string>,
      files: Record<string, File | File[]> = {},
      path = '/admin/move-in',
    ) => sendFiles(site, path, { fields, files, headers: admin }),
    see: async (path: string) => seen(await site.page(path, admin)),
    act: (path: string, form: Record<string, string>) => site.post(path, form, admin),
  });
}

/** React's marks between texts are invisible. */
export function seen(html: string): string {
  return html.replaceAll('<!-- -->', '');
}

type Sent = {
  fields: Record<string, string>;
  files: Record<string, File | File[]>;
  headers: Record<string, string>;
};

/** Posts a form with files like a browser on this site. */
export async function sendFiles(
  site: TestSite,
  path: string,
  { fields, files, headers }: Sent,
): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, given] of Object.entries(files))
    for (const file of [given].flat()) form.append(name, file);
  const sent = new Response(form);
  const type = sent.headers.get('Content-Type') ?? '';
  const body = await sent.arrayBuffer();
  const length = String(body.byteLength);
  return site.fetch(path, {
    method: 'POST',
    body,
    headers: { ...headers, Origin: site.origin, 'Content-Type': type, 'Content-Length': length },
  });
}
