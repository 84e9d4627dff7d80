import type { RouteHandle } from '#app/platform/hydration.ts';
import { PageHead } from '#app/platform/ui/page-head.tsx';
import type { Route } from './+types/privacy-policy';
import { loadFixedPage } from './fixed-page.server.ts';
import { listCookies, listNewsletterFacts, listPrivacyFacts } from './privacy-facts.server.ts';
import { TextPage } from './text-page.tsx';

export const handle: RouteHandle = { page: PrivacyPolicy };

export default PrivacyPolicy;

export async function loader(args: Route.LoaderArgs) {
  return {
    ...(await loadFixedPage(args, 'privacyPolicy', 'Privacy Policy')),
    facts: listPrivacyFacts(args),
    newsletter: listNewsletterFacts(),
    cookies: listCookies(args),
  };
}

/** The effective date is the specification's (spec section 5). */
function PrivacyPolicy({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { title = 'Privacy Policy', deck, facts, newsletter, cookies, ...page } = loaderData;
  return (
    <>
      <PageHead title={title} description={deck} path="/privacyPolicy" />
      <TextPage title={title} note="Effective Date: July 23, 2025" {...page}>
        <section className="prose mt">
          <h2>How this site is set up</h2>
          <p>This part is written by the software from the settings of the site.</p>
          <ul>
            {facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
          <h3>Cookies of this site</h3>
          <ul>
            {cookies.map(({ purpose, kept }) => (
              <li key={purpose}>{`One ${purpose}: ${kept}.`}</li>
            ))}
          </ul>
          <h3>The newsletter</h3>
          <ul>
            {newsletter.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        </section>
      </TextPage>
    </>
  );
}
