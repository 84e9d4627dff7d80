import { withTextPictures } from '#app/items/text/text-pictures.server.tsx';
import { readContext } from '#app/people/request/context.ts';
import { sanitize } from '#app/platform/html/sanitize.server.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { Icon } from '#app/platform/ui/icon.tsx';
import { PageHead } from '#app/platform/ui/page-head.tsx';
import type { Route } from './+types/contact';
import { TextPage } from './text-page.tsx';

export const handle: RouteHandle = { page: Contact };

export default Contact;

export async function loader(args: Route.LoaderArgs) {
  const { town, read } = readContext(args);
  return { email: town.contactEmail, html: await withTextPictures(read, sanitize(town.contactText)) };
}

function Contact({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  return (
    <>
      <PageHead title="Contact" description={HOW_TO_WRITE} path="/contact" />
      <TextPage title="Contact" lead={<HowToWrite email={loaderData.email} />} html={loaderData.html} />
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
