import newsreader from '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2?url';
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
import type { Route } from './+types/root';
import { visitContext } from './context.ts';
import { isHydrated, type RouteHandle } from './hydration.ts';
import { FaultPage, NotFoundPage, sentenceOf } from './site/fault-page.tsx';
import { Frame, type FrameFacts } from './site/frame.tsx';
import { frameFactsOf, serverRendering } from './site/frame-facts.ts';
import { defaultTown } from './town/default-town.ts';
import printStyles from './ui/styles/print.css?url';
import siteStyles from './ui/styles/site.css?url';

export function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  return { facts: frameFactsOf(visit), lang: visit.town.locale, nonce: visit.nonce };
}

export const links: Route.LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'preload', href: newsreader, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'stylesheet', href: siteStyles },
  { rel: 'stylesheet', href: printStyles, media: 'print' },
];

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root');
  const matches = useMatches();
  const { pathname } = useLocation();
  const server = useContext(serverRendering);
  const facts = root?.facts ?? server?.facts ?? strangerFacts;
  const section = matches.map(({ handle }) => (handle as RouteHandle | undefined)?.section).findLast(Boolean);
  const front = (matches.at(-1)?.loaderData as { front?: boolean } | undefined)?.front === true;
  const hydrated = server?.hydrate ?? isHydrated(matches);
  return (
    <html
      lang={root?.lang ?? server?.lang ?? defaultTown.locale}
      data-theme={facts.theme === 'auto' ? undefined : facts.theme}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={facts.theme === 'auto' ? 'light dark' : facts.theme} />
        <ThemeColors theme={facts.theme} />
        <Meta />
        <Links />
      </head>
      <body>
        <Frame facts={facts} section={section} path={pathname} front={front}>
          {children}
        </Frame>
        {hydrated ? (
          <>
            <ScrollRestoration nonce={root?.nonce} />
            <Scripts nonce={root?.nonce} />
          </>
        ) : null}
      </body>
    </html>
  );
}

const PAPER = { light: '#fbfaf7', dark: '#141716' };

function ThemeColors({ theme }: { theme: FrameFacts['theme'] }) {
  if (theme !== 'auto') return <meta name="theme-color" content={PAPER[theme]} />;
  return (
    <>
      <meta name="theme-color" content={PAPER.light} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={PAPER.dark} media="(prefers-color-scheme: dark)" />
    </>
  );
}

/** The frame when not even the root could be loaded. */
const strangerFacts: FrameFacts = {
  title: defaultTown.title,
  place: `${defaultTown.town}, ${defaultTown.state}`,
  today: { day: '', text: '' },
  facebookUrl: '',
  instagramUrl: '',
  viewer: 'visitor',
  theme: 'auto',
};

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const title = status === 404 ? 'Page not found' : `Error ${status}`;
  return (
    <>
      <title>{title}</title>
      {status === 404 ? <NotFoundPage /> : <FaultPage code={String(status)} text={sentenceOf(status)} />}
    </>
  );
}
