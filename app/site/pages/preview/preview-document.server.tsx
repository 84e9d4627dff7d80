/** Renders an item that is not public exactly as its page will look, for editors and for people who have its secret link. */

import type { Previewed } from '#app/items/drafts/previews.server.ts';
import { readContext, showAsVisitor } from '#app/people/request/context.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { Icon } from '#app/platform/ui/icon.tsx';
import { readingDocument, renderDocument } from '#app/site/frame/reading-document.server.tsx';
import { siteLinks } from '#app/site/frame/site-links.ts';
import { pagePolicy } from '#app/site/security-headers.ts';

type Args = Parameters<typeof readContext>[0] & { url: URL };

const themes = ['light', 'dark'] as const;

/** Nothing may keep or list a preview, or learn its address from a link in it. */
export const previewHeaders = {
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
} as const;

type Options = {
  /** Said above the page. */
  note?: string;
  /** Whether a page of this site may show it in a frame. */
  isFramed: boolean;
};

/**
 * The page of the item as visitors will see it, in the theme of `?theme=`. Nothing can be sent from it: its forms are
 * for public items.
 */
export async function previewDocument(
  args: Args,
  { item, openPage }: Previewed,
  { note, isFramed }: Options,
): Promise<Response> {
  const page = await openPage();
  const theme = themes.find((known) => known === args.url.searchParams.get('theme'));
  const requestContext = showAsVisitor(args, theme ?? 'auto');
  const module = { handle: { ...page.handle, page: withNote(page.handle, note) }, meta };
  const loaderData = await page.load(item, readContext(args));
  const at = { params: {}, pathname: args.url.pathname };
  const document = readingDocument(
    [
      { id: 'root', module: { links: siteLinks }, ...at, loaderData: undefined },
      { id: 'preview', module, ...at, loaderData },
    ],
    args.url,
    requestContext,
  );
  return new Response(renderDocument(document), {
    headers: {
      ...previewHeaders,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': pagePolicy(undefined, {
        'form-action': "'none'",
        'frame-ancestors': isFramed ? "'self'" : "'none'",
      }),
    },
  });
}

/** Links lead out of the frame, which can show no other page. */
function meta() {
  return [
    { name: 'robots', content: 'noindex, nofollow' },
    { tagName: 'base', target: '_top' },
  ];
}

function withNote({ page: Page }: RouteHandle, note: string | undefined): RouteHandle['page'] {
  if (!Page || !note) return Page;
  return ({ loaderData }) => (
    <>
      <div className="wrap mt">
        <div className="alert is-info">
          <Icon name="info" />
          <p>{note}</p>
        </div>
      </div>
      <Page loaderData={loaderData} />
    </>
  );
}
