import { renderToStaticMarkup } from 'react-dom/server';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { plainValueOf } from '#app/platform/html/absolute-html.server.ts';
import { withoutEmptyFigures } from '#app/platform/html/picture-tags.ts';
import type { SafeHtml } from '#app/platform/html/sanitize.server.ts';
import { listPicturesById } from '#app/platform/media/picture-store.server.ts';
import { Picture, textSizes } from '#app/platform/ui/responsive-picture.tsx';
import { shownPicture } from './lead-picture.server.ts';

/** The sanitizer writes the address of a picture first, and the class of a figure last. */
const OWN_PICTURE =
  /(<figure[^>]*?(?: class="(\w+)")?>\s*)?<img src="\/media\/([0-9a-f]{32})-\d+\.(?:avif|webp|jpeg)"[^>]*>/g;

/**
 * The text with its pictures of the library in all sizes and formats, so that the browser chooses: with their own size
 * and color, and with the alternative text that they have in this text. Those that are no longer in the library are left
 * out. One query for all of them, none for a text without any.
 */
export async function withTextPictures(db: ReadDb, html: SafeHtml): Promise<SafeHtml> {
  const ids = [...new Set([...html.matchAll(OWN_PICTURE)].map(([, , , id = '']) => id))];
  if (ids.length === 0) return html;
  const pictures = new Map((await listPicturesById(db, ids)).map((picture) => [picture.id, picture]));
  const shown = html.replace(OWN_PICTURE, (tag, figure = '', width = '', id: string) => {
    const picture = pictures.get(id);
    if (!picture) return figure;
    const alt = plainValueOf(/ alt="([^"]*)"/.exec(tag)?.[1] ?? '');
    const shown = { ...shownPicture(picture), alt };
    return figure + renderToStaticMarkup(<Picture picture={shown} sizes={textSizes[width] ?? ''} />);
  });
  return withoutEmptyFigures(shown) as SafeHtml;
}
