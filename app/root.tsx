import { type ReactNode, useContext } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteLoaderData,
} from 'react-router';
import { requestContextKey } from '#app/people/request/context.ts';
import { requirePolicy } from '#app/people/request/require-policy.server.ts';
import type { SafeHtml } from '#app/platform/html/sanitize.server.ts';
import { isHydrated, type RouteHandle } from '#app/platform/hydration.ts';
import formStyles from '#app/platform/ui/styles/forms.css?url';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';
import { FaultPage, NotFoundPage, sentenceOf } from '#app/site/frame/fault-page.tsx';
import type { FrameFacts } from '#app/site/frame/frame.tsx';
import { frameFactsOf } from '#app/site/frame/frame-facts.server.tsx';
import { serverRendering } from '#app/site/frame/server-rendering.ts';
import { SiteDocument } from '#app/site/frame/site-document.tsx';
import { siteLinks } from '#app/site/frame/site-links.ts';
import type { Route } from './+types/root';
import { fallbackNames, townAndStateOf } from './town/town-names.ts';

export const middleware: Route.MiddlewareFunction[] = [requirePolicy];

export function loader({ context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  return {
    facts: frameFactsOf(requestContext),
    locale: requestContext.town.locale,
    nonce: requestContext.nonce,
  };
}

export const links: Route.LinksFunction = siteLinks;

/** The document around every page that the router renders; reading pages get theirs from the server. */
export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root');
  const matches = useMatches();
  const { pathname } = useLocation();
  const server = useContext(serverRendering);
  const section = matches.map(({ handle }) => (handle as RouteHandle | undefined)?.section).findLast(Boolean);
  const page = matches.at(-1)?.loaderData as PageFacts | undefined;
  const hydrated = server?.hydrate ?? isHydrated(matches);
  return (
    <SiteDocument
      facts={root?.facts ?? server?.facts ?? strangerFacts}
      locale={root?.locale ?? server?.locale ?? 'en-US'}
      section={section}
      path={pathname}
      front={page?.front === true}
      head={
        <>
          <Meta />
          <Links />
          {page?.refreshSeconds ? (
            <noscript>
              <meta httpEquiv="refresh" content={String(page.refreshSeconds)} />
            </noscript>
          ) : null}
          {hydrated ? <link rel="stylesheet" href={formStyles} /> : null}
        </>
      }
      scripts={
        hydrated ? (
          <>
            <ScrollRestoration nonce={root?.nonce} />
            <Scripts nonce={root?.nonce} />
          </>
        ) : null
      }
    >
      {children}
    </SiteDocument>
  );
}

/**
 * What a page's loader can return for its document: the front page's masthead, and after how many seconds a browser without
 * JavaScript loads the page again (`ui/refresh-note.tsx`).
 */
type PageFacts = { front?: boolean; refreshSeconds?: number | undefined };

/** The frame when not even the root could be loaded. */
const strangerFacts: FrameFacts = {
  title: fallbackNames.title,
  url: '',
  place: townAndStateOf(fallbackNames),
  sections: [],
  pages: [],
  footer: '' as SafeHtml,
  today: { day: '', text: '' },
  logo: '',
  shareImage: '/share/site.png',
  viewer: 'visitor',
  theme: 'auto',
};

export default function Root() {
  return <Outlet />;
}

/** The text of an error response. In the browser nothing else is known of it. */
function toldBy(error: unknown): string | undefined {
  const told = isRouteErrorResponse(error)
    ? (error.data as { sentence?: unknown } | null)?.sentence
    : undefined;
  return typeof told === 'string' ? told : undefined;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const server = useContext(serverRendering);
  const status = isRouteErrorResponse(error) ? error.status : (server?.status ?? 500);
  const title = status === 404 ? 'Page not found' : `Error ${status}`;
  return (
    <>
      <UnlistedHead title={title} />
      {status === 404 ? (
        <NotFoundPage />
      ) : (
        <FaultPage
          code={String(status)}
          text={server?.sentence ?? toldBy(error) ?? sentenceOf(status)}
          reference={status >= 500 ? server?.reference : undefined}
          stack={import.meta.env.DEV && error instanceof Error ? error.stack : undefined}
        />
      )}
    </>
  );
}
