import { readContext } from '#app/people/request/context.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { Icon } from '#app/platform/ui/icon.tsx';
import { PageHead } from '#app/platform/ui/page-head.tsx';
import type { Route } from './+types/contact';
import { loadFixedPage } from './fixed-page.server.ts';
import { TextPage } from './text-page.tsx';

export const handle: RouteHandle = { page: Contact };

export default Contact;

export async function loader(args: Route.LoaderArgs) {
  return { ...(await loadFixedPage(args, 'contact', 'Contact')), email: readContext(args).town.contactEmail };
}

function Contact({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { title = 'Contact', deck: _, email, ...page } = loaderData;
  return (
    <>
      <PageHead title={title} description={HOW_TO_WRITE} path="/contact" />
      <TextPage title={title} lead={<HowToWrite email={email} />} {...page} />
    </>
  );
}

const HOW_TO_WRITE = 'To suggest an article, send an event or ask about advertising, email the owner.';

function HowToWrite({ email }: { email: string }) {
  return (
    <>
      <div className="prose">
        <p>{HOW_TO_WRITE}</p>
      </div>
      {email ? (
        <p className="actions mb">
          <a className="button button--primary" href={`mailto:${email}`}>
            <Icon name="mail" />
            {email}
          </a>
        </p>
      ) : (
        <p className="mb">The owner has not published an email address yet. Please check back soon.</p>
      )}
    </>
  );
}
