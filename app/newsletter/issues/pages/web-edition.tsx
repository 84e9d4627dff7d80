import { data } from 'react-router';
import { leadToFeed, sharePictureOf } from '#app/items/content/permalink.ts';
import type { Edition } from '#app/newsletter/issues/edition.ts';
import { IssueBlocks } from '#app/newsletter/issues/issue-blocks.tsx';
import { issueJsonLd } from '#app/newsletter/issues/issue-json-ld.ts';
import { presentEdition } from '#app/newsletter/issues/present-edition.server.ts';
import {
  findNeighbors,
  findPublicIssue,
  type NeighborIssue,
} from '#app/newsletter/issues/public-issues.server.ts';
import { readContext } from '#app/people/request/context.ts';
import { inSnapshot } from '#app/platform/database/transaction.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { Icon } from '#app/platform/ui/icon.tsx';
import { JsonLd } from '#app/platform/ui/json-ld-script.tsx';
import { PageHead } from '#app/platform/ui/page-head.tsx';
import { useSite } from '#app/platform/ui/site-facts.ts';
import newsletterStyles from '#app/platform/ui/styles/newsletter.css?url';
import { findNewsletterName } from '#app/town/newsletter/newsletter-plan-store.server.ts';
import { SignUpForm } from '#app/town/newsletter/sign-up-form.tsx';
import type { Route } from './+types/web-edition';

export const handle: RouteHandle = { page: WebEdition };

export default WebEdition;

/** An issue that is being sent or was sent, at `/newsletter/2026-11-20`. */
export function loader(args: Route.LoaderArgs) {
  const requestContext = readContext(args);
  const { town, now } = requestContext;
  return inSnapshot(requestContext.read, async (read) => {
    const issue = await findPublicIssue(read, args.params.slug);
    if (!issue) leadToFeed('newsletter', args.params.slug);
    if (!issue) throw data(null, { status: 404 });
    const { number, path, publishedAt } = issue;
    return {
      number,
      path,
      publishedAt,
      edition: await presentEdition(read, issue.edition, requestContext),
      ...(await findNeighbors(read, number)),
      name: await findNewsletterName(read, town),
      now,
    };
  });
}

type Facts = Route.ComponentProps['loaderData'];

function SignUpAside({ name }: { name: string }) {
  if (useSite().isReadOnly) return null;
  return (
    <div className="aside mt-lg">
      <section>
        <h2>Get it by email</h2>
        <SignUpForm name={name} />
      </section>
    </div>
  );
}

function WebEdition({ loaderData }: { loaderData: Facts }) {
  const { edition, number, path, publishedAt, name } = loaderData;
  const words = edition.preview || edition.note || edition.subject;
  return (
    <main id="main" className="wrap page" tabIndex={-1}>
      <link rel="stylesheet" href={newsletterStyles} />
      <PageHead
        title={`${edition.subject} | ${edition.title}`}
        description={words}
        path={path}
        published={new Date(publishedAt).toISOString()}
        {...sharePicture(edition, number)}
      />
      <JsonLd about={(site) => issueJsonLd({ edition, number, path }, site)} />
      <article className="reading">
        <header className="bell-head">
          <h1>{edition.title}</h1>
          <p>
            Issue {number}, <time dateTime={edition.day}>{edition.date}</time>
          </p>
        </header>
        {edition.note ? <Note note={edition.note} /> : null}
        <IssueBlocks blocks={edition.blocks} />
        <SignUpAside name={name} />
        <Neighbors {...loaderData} />
      </article>
    </main>
  );
}

/** The share image of the lead, if it is still there. */
function sharePicture({ blocks }: Edition, number: number): { picture?: string } {
  const lead = blocks.find(({ kind }) => kind === 'lead');
  if (lead?.kind !== 'lead') return {};
  return { picture: sharePictureOf(lead.collection, { id: lead.id, version: number }) };
}

function Note({ note }: { note: string }) {
  return (
    <div className="prose mb">
      {note.split(/\n{2,}/).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );
}

type Links = { previous: NeighborIssue | undefined; next: NeighborIssue | undefined; path: string };

function Neighbors({ previous, next, path }: Links) {
  return (
    <nav className="pager" aria-label="Issues">
      {previous ? (
        <a className="button" rel="prev" href={previous.path}>
          <Icon name="previous" />
          Issue {previous.number}
        </a>
      ) : null}
      {next ? (
        <a className="button" rel="next" href={next.path}>
          Issue {next.number}
          <Icon name="next" />
        </a>
      ) : null}
      <a className="button" href={`${path}/paper`}>
        Paper edition
      </a>
      <a className="button" href="/newsletter">
        All issues
      </a>
    </nav>
  );
}
