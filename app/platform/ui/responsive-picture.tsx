import { heightAt, pictureAddress, sourceSetOf, widthsOf } from '#app/platform/media/picture-sizes.ts';
import { focusClassOf, type ShownPicture } from '#app/platform/media/shown-picture.ts';

type PictureProps = {
  picture: Pick<ShownPicture, 'id' | 'width' | 'height' | 'alt' | 'focalPoint' | 'color'>;
  /** How wide it is shown, as in the attribute `sizes`. */
  sizes: string;
  /** It is among the first things visible. */
  eager?: boolean;
};

/** A picture in the size and format that suit the screen. Where CSS crops it, its focal point stays in view. */
export function Picture({ picture, sizes, eager = false }: PictureProps) {
  const width = widthsOf(picture).at(-1) as number;
  return (
    <picture>
      <source type="image/avif" srcSet={sourceSetOf(picture, 'avif')} sizes={sizes} />
      <source type="image/webp" srcSet={sourceSetOf(picture, 'webp')} sizes={sizes} />
      <img
        src={pictureAddress(picture, 960)}
        srcSet={sourceSetOf(picture, 'jpeg')}
        sizes={sizes}
        alt={picture.alt}
        width={width}
        height={heightAt(picture, width)}
        className={focusClassOf(picture)}
        data-color={picture.color}
        loading={eager ? undefined : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
      />
    </picture>
  );
}

/**
 * The room between the gutters of a page narrower than 66rem (`--gutter` in tokens.css), for the attribute `sizes`. A
 * twentieth less, so that a common phone of 412 pixels loads 640 pixels and not 960 for a difference nobody sees.
 */
export const PAGE_WIDTH = 'calc(91vw - .8rem)';

/** How wide a picture in a text is, as in the attribute `sizes`, by the class of its figure. */
export const textSizes: Record<string, string> = {
  '': `(min-width: 40em) 38rem, ${PAGE_WIDTH}`,
  wide: `(min-width: 50em) 48rem, ${PAGE_WIDTH}`,
  half: `(min-width: 40em) 19rem, ${PAGE_WIDTH}`,
};
const LEAD_SIZES = `(min-width: 46em) 42rem, ${PAGE_WIDTH}`;

/** The lead picture of an item's page, with its caption and credit; nothing for an item without one. */
export function LeadPicture({ picture }: { picture: ShownPicture | null }) {
  if (!picture) return null;
  const words = [picture.caption, picture.credit].filter(Boolean).join(' ');
  return (
    <div className="prose">
      <figure className="lead">
        <Picture picture={picture} sizes={LEAD_SIZES} eager />
        {words ? <figcaption>{words}</figcaption> : null}
      </figure>
    </div>
  );
}
