import { permalinkOf } from '#app/items/content/permalink.ts';
import { markup } from '#app/items/lists/feed-draft.server.ts';
import { isEditor, isStaff } from '#app/people/accounts/viewer.ts';
import { describeArrival } from '#app/people/pages/arrival-words.ts';
import type { RequestContext } from '#app/people/request/context.ts';
import type { SafeHtml } from '#app/platform/html/sanitize.server.ts';
import { logoStemOf } from '#app/platform/media/picture-sizes.ts';
import { machineTimeOf } from '#app/platform/time/town-time.ts';
import { townToday } from '#app/platform/time/town-today.ts';
import { languageOfFormats } from '#app/platform/ui/text-language.ts';
import { formatEnd } from '#app/town/notices/current-notices.ts';
import type { MenuPage, Town } from '#app/town/town.ts';
import { townAndStateOf } from '#app/town/town-names.ts';
import { FooterContent } from './footer.tsx';
import type { FrameFacts, PageLink } from './frame.tsx';
import { NoticeBands } from './notice-bands.tsx';

/** What the frame shows to this viewer. */
export function frameFactsOf({
  services,
  collections,
  town,
  notices,
  viewer,
  theme,
  now,
  readOnly,
  arrival,
}: RequestContext): FrameFacts {
  const { day, text } = townToday(now, town);
  return {
    title: town.title,
    url: services.settings.url,
    place: townAndStateOf(town),
    sections: Object.values(collections)
      .filter(({ facets }) => !facets.hasNoSection)
      .map(({ name, singular, heading }) => ({ name, singular, heading })),
    pages: [...meetingsLink(town), ...menuPagesOf(town, 'menu')],
    footer: footerOf({ town, theme, readOnly }),
    today: { day, text, lang: languageOfFormats(town.locale) },
    logo: town.logo && logoStemOf(town.logo),
    // Social networks keep an image for as long as its address stays the same.
    shareImage: `/share/site.png${town.shareImage && `?v=${town.shareImage.slice(0, 8)}`}`,
    viewer: viewer.kind,
    isStaff: isStaff(viewer) || undefined,
    isEditor: isEditor(viewer) || undefined,
    isAdmin: viewer.kind === 'admin' || undefined,
    theme,
    notices:
      notices.length === 0 ? undefined : noticesOf({ town, notices, now, readOnly }, services.settings.url),
    notice: describeArrival(arrival, viewer, services.settings),
    readOnly: readOnly && { kind: readOnly.kind, sentence: readOnly.sentence, bar: readOnly.bar },
  };
}

/** A town with public bodies has their meetings before its pages. */
function meetingsLink({ bodies }: Town): PageLink[] {
  return bodies === '' ? [] : [{ href: '/meetings', title: 'Meetings' }];
}

function menuPagesOf({ menu = [] }: Town, place: MenuPage['menu']): PageLink[] {
  return menu
    .filter((page) => page.menu === place)
    .map((page) => ({ href: permalinkOf('pages', page), title: page.title }));
}

function footerOf({ town, theme, readOnly }: Pick<RequestContext, 'town' | 'theme' | 'readOnly'>): SafeHtml {
  const pages = menuPagesOf(town, 'footer');
  return markup(
    <FooterContent
      town={town}
      pages={pages}
      hasPages={town.menu !== undefined}
      theme={theme}
      readOnly={readOnly}
    />,
  );
}

type Shown = Pick<RequestContext, 'town' | 'notices' | 'now' | 'readOnly'>;

/** The bands as HTML, so that the script of hydrated pages need not draw them. */
function noticesOf({ town, notices, now, readOnly }: Shown, siteUrl: string): SafeHtml {
  const shown = notices.map(({ id, kind, text, link, endsAt }) => ({
    ...{ id, kind, text, link },
    end: {
      at: machineTimeOf(endsAt, town.timeZone),
      text: formatEnd(endsAt, town, { now, isCopy: readOnly?.kind === 'static' }),
      lang: languageOfFormats(town.locale),
    },
  }));
  return markup(<NoticeBands notices={shown} siteUrl={siteUrl} />);
}
