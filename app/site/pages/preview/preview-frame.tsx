import { data, Form } from 'react-router';
import { refuseOthersDrafts } from '#app/desk/hub/require-staff.server.ts';
import { titleOfInput } from '#app/items/collection/collection.ts';
import { isItemId } from '#app/items/content/item-id.ts';
import { findItemSubject } from '#app/items/content/item-subject.server.ts';
import { requireCollection } from '#app/items/content/require-collection.ts';
import { PREVIEW_DAYS } from '#app/items/drafts/preview-days.ts';
import {
  createPreviewLink,
  findPreviewExpiry,
  findPreviewed,
  revokePreviewLink,
} from '#app/items/drafts/previews.server.ts';
import { readContext, reportFailedSave, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { type FailedForm, failedForm } from '#app/platform/forms/failed-form.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { formatLongDate, formatTime } from '#app/platform/time/town-time.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import previewStyles from '#app/platform/ui/styles/preview.css?url';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';
import { pagePolicy } from '#app/site/security-headers.ts';
import type { Route } from './+types/preview-frame';
import copyScript from './copy-link.js?url';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: previewStyles }];

export function headers() {
  return {
    'Cache-Control': 'private, no-store',
    'Content-Security-Policy': pagePolicy(undefined, { 'frame-src': "'self'" }),
  };
}

/** The preview of an item in a frame of a phone's width or the window's, and its secret address for other people. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town, now } = readContext(args);
  await refuseOthersDrafts(args);
  const { collection, id, item, hasChanges } = await requirePreviewed(args);
  const expiry = await findPreviewExpiry(read, { collection: collection.name, itemId: id }, now);
  return {
    name: collection.name,
    singular: collection.singular,
    id,
    title: titleOfInput(collection, item),
    isPublic: !hasChanges,
    ...readChoice(args.url.searchParams),
    expires: expiry === undefined ? null : `${formatLongDate(expiry, town)}, ${formatTime(expiry, town)}`,
    siteTitle: town.title,
  };
}

type Args = Parameters<typeof readContext>[0] & { params: { collection: string; id: string } };

async function requirePreviewed(args: Args) {
  const collection = requireCollection(args);
  const requestContext = readContext(args);
  const { id } = args.params;
  const previewed = isItemId(id)
    ? await findPreviewed(requestContext.read, collection, id, requestContext)
    : undefined;
  if (!previewed) throw data(null, { status: 404 });
  return { collection, id, ...previewed };
}

const widths = { phone: 'Phone', desktop: 'Desktop' } as const;
const themes = { auto: 'Auto', light: 'Light', dark: 'Dark' } as const;
type Choice = { width: keyof typeof widths; theme: keyof typeof themes };

function readChoice(query: URLSearchParams): Choice {
  return {
    width: query.get('width') === 'desktop' ? 'desktop' : 'phone',
    theme: (['light', 'dark'] as const).find((theme) => theme === query.get('theme')) ?? 'auto',
  };
}

const linkForm = [hidden('do')];

/** `link` is null once it is revoked. */
type Outcome = { link: string | null } | FailedForm<object>;

/** Creates the secret address, which only this response shows, or revokes it. */
export async function action(args: Route.ActionArgs) {
  const { write, now, siteUrl } = writeContext(args);
  const { values, unknown } = await readForm(args.request, linkForm);
  const { collection, id, publicVersion } = await requirePreviewed(args);
  const place = { collection: collection.name, itemId: id };
  if (unknown.length > 0 || !['create', 'revoke'].includes(values.do)) return failedForm(400, values, {});
  try {
    if (values.do === 'revoke') {
      if (await revokePreviewLink(write, place)) await note('preview-link-revoked');
      return { link: null };
    }
    const token = await createPreviewLink(write, { ...place, publicVersion }, now);
    await note('preview-link-created');
    return { link: `${siteUrl}/preview/${token}` };
  } catch (error) {
    const about = { collection: collection.name };
    const { status } = reportFailedSave(args, error, 'a preview link could not be changed', about);
    return failedForm(status, values, {});
  }

  function note(what: 'preview-link-created' | 'preview-link-revoked') {
    return recordActivity(args, what, () => findItemSubject(collection, write, id));
  }
}

type Facts = Route.ComponentProps['loaderData'];

export default function PreviewFrame({ loaderData: facts, actionData }: Route.ComponentProps) {
  const { name, id, title, width, theme, siteTitle } = facts;
  const page = `/admin/${name}/${id}/preview/page${theme === 'auto' ? '' : `?theme=${theme}`}`;
  // What became of the link is shown on the page itself.
  const canShare = !actionData && (!facts.isPublic || facts.expires !== null);
  return (
    <main id="main" className="wrap page stack" tabIndex={-1}>
      <UnlistedHead title={`Preview: ${title} | ${siteTitle}`} />
      <header>
        <h1 className="preview-title">Preview: {title}</h1>
        <p className="small muted">
          What was saved last, as readers will see it.{' '}
          {facts.isPublic ? 'All of it is public.' : 'It is not public yet.'}
        </p>
      </header>
      {actionData ? <ShareLink facts={facts} outcome={actionData} /> : null}
      <div className="preview-bar">
        <Choices
          label="Width"
          chosen={width}
          words={widths}
          hrefOf={(each) => `?width=${each}&theme=${theme}`}
        />
        <Choices
          label="Colors"
          chosen={theme}
          words={themes}
          hrefOf={(each) => `?width=${width}&theme=${each}`}
        />
        {canShare ? (
          <button type="button" className="button button--small" popoverTarget={SHARE}>
            Preview link
          </button>
        ) : null}
        <a href={page}>Open without this frame</a>
        <a href={`/admin/${name}/${id}`}>Edit {facts.singular}</a>
      </div>
      {canShare ? <ShareLink facts={facts} outcome={undefined} /> : null}
      <section
        className="table-scroll"
        aria-label="Preview"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <iframe className={`preview preview--${width}`} src={page} title={`Preview of “${title}”`} />
      </section>
    </main>
  );
}

type ChoicesProps<Value extends string> = {
  label: string;
  chosen: Value;
  words: Readonly<Record<Value, string>>;
  hrefOf: (value: Value) => string;
};

function Choices<Value extends string>({ label, chosen, words, hrefOf }: ChoicesProps<Value>) {
  return (
    <nav className="segmented small" aria-label={label}>
      {(Object.keys(words) as Value[]).map((value) => (
        <a key={value} href={hrefOf(value)} aria-current={value === chosen ? 'true' : undefined}>
          {words[value]}
        </a>
      ))}
    </nav>
  );
}

const SHARE = 'preview-share';

/** The secret address: created, shown once, and turned off; over the page until something was done. */
function ShareLink({
  facts: { expires, isPublic },
  outcome,
}: {
  facts: Facts;
  outcome: Outcome | undefined;
}) {
  return (
    <section
      className="panel stack"
      id={SHARE}
      aria-labelledby="share"
      {...(outcome ? {} : { popover: 'auto' as const })}
    >
      <h2 id="share">Preview link</h2>
      {outcome ? <LinkOutcome {...outcome} /> : null}
      <p className="small muted">{aboutLink(expires, isPublic)}</p>
      <Form method="post" reloadDocument className="cluster">
        {isPublic ? null : (
          <button type="submit" name="do" value="create" className="button button--small">
            {expires ? 'Create a new link' : 'Create preview link'}
          </button>
        )}
        {expires ? (
          <button type="submit" name="do" value="revoke" className="button button--small button--danger">
            Turn off the link
          </button>
        ) : null}
      </Form>
    </section>
  );
}

function LinkOutcome(outcome: Outcome) {
  if ('problems' in outcome)
    return <Alert tone="danger">The link could not be changed. Please try again.</Alert>;
  if (outcome.link === null) return <Alert tone="success">The preview link no longer works.</Alert>;
  return <NewLink link={outcome.link} />;
}

function aboutLink(expires: string | null, isPublic: boolean): string {
  const created = expires ? ` A new link replaces the one that works until ${expires}.` : '';
  if (isPublic)
    return `There is nothing to preview: everything is public.${expires ? ' The link leads to the public page.' : ''}`;
  return `Anyone with the link can see this preview for ${PREVIEW_DAYS} days without logging in, until it is published or you turn the link off.${created}`;
}

function NewLink({ link }: { link: string }) {
  return (
    <div className="field">
      <label htmlFor="preview-link">Preview link</label>
      <span className="hint" id="preview-link-hint">
        Copy it now. It won’t be shown again.
      </span>
      <input
        id="preview-link"
        className="input"
        readOnly
        defaultValue={link}
        autoComplete="off"
        spellCheck={false}
        aria-describedby="preview-link-hint"
      />
      <p className="mt">
        <button type="button" className="button button--small needs-script" id="copy-preview-link">
          <span aria-live="polite">Copy link</span>
        </button>
      </p>
      <script src={copyScript} defer />
    </div>
  );
}
