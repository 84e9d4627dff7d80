import { useEffect, useRef, useState } from 'react';
import { data, Form, Link, useNavigation, useSubmit } from 'react-router';
import { openItem } from '#app/desk/form/opened-item.server.ts';
import { adderOf } from '#app/desk/form/picture/sent-picture.server.ts';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { type Problem, titleOfInput } from '#app/items/collection/collection.ts';
import { requireCollection } from '#app/items/content/require-collection.ts';
import { editorOf } from '#app/items/drafts/editor.ts';
import { reportFailedSave, requestContextKey, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import {
  fetchPictures,
  listItemPictures,
  openPictureOutbound,
  saveCopies,
} from '#app/pictures/fetch-picture.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { messages } from '#app/platform/messages.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';
import type { Route } from './+types/linked-pictures-page';
import { type CopyingRun, readRun } from './copying-run.server.ts';

/** Below the time after which the server ends a connection without a response. */
const PICTURE_MS = 15_000;
/** How long one request begins further pictures: without JavaScript, each request is a click. */
const STEP_MS = { scripted: 0, plain: 5000 };

/** `/admin/{collection}/{id}/linked-pictures`: the item's pictures from other sites, and copying them into the library. */
export async function loader(args: Route.LoaderArgs) {
  const { read } = writeContext(args);
  const collection = requireCollection(args);
  const { item, draft } = await openItem(collection, read, args.params.id);
  const pictures = item && (await listItemPictures(read, collection, item.id));
  if (!item || !pictures) throw data(null, { status: 404 });
  return {
    pictures: pictures.map(({ address, alt }) => ({ address, alt })),
    singular: collection.singular,
    form: `/admin/${collection.name}/${item.id}`,
    title: titleOfInput(collection, draft?.input ?? item.input),
  };
}

/** `reason` and `itemProblems` say why the item was not saved. */
type Outcome = CopyingRun & { left: number; reason?: string | undefined; itemProblems?: string[] };

const nothing: Outcome = { session: '', copied: 0, failed: [], left: 0 };

/** Copies some pictures and saves the item. What remains is for the next request. */
export async function action(args: Route.ActionArgs) {
  const { write, services, town, now, siteUrl } = writeContext(args);
  const collection = requireCollection(args);
  const { id } = args.params;
  const { values, names } = await readForm(args.request, [hidden('run', 'scripted')]);
  const run = readRun(values.run);
  const fail = (status: number, more: Partial<Outcome>) =>
    failedForm(status, values, { ...run, left: 0, ...more });
  try {
    const linked = await listItemPictures(write, collection, id);
    if (!linked) throw data(null, { status: 404 });
    const tried = new Set(run.failed.map(({ address }) => address));
    const pictures = linked.filter(({ address }) => !tried.has(address));
    const { copies, added, failed } = await fetchPictures(
      pictures,
      names.includes('scripted') ? STEP_MS.scripted : STEP_MS.plain,
      {
        db: write,
        media: services.media,
        outbound: openPictureOutbound(services.settings.fetchAllow, PICTURE_MS),
        now,
        adder: adderOf(args),
        signal: args.request.signal,
      },
    );
    for (const { id: picture, name } of added)
      await recordActivity(args, 'picture-added', `/admin/pictures/${picture} ${name}`);
    const after = { failed: [...run.failed, ...failed] };
    if (copies.size > 0) {
      const by = editorOf(args.context.get(requestContextKey));
      const context = { siteUrl, town };
      const saved = await saveCopies(write, collection, id, {
        copies,
        by,
        now,
        context,
        session: run.session,
      });
      if (saved.kind === 'conflict') throw data(null, { status: 404 });
      if (saved.kind === 'refused')
        return fail(422, { ...after, reason: INVALID, itemProblems: saved.problems.map(sayProblem) });
      if (run.copied === 0) await recordActivity(args, 'item-saved', `/${collection.name}/${id}`);
    }
    const left = pictures.length - copies.size - failed.length;
    return { ...run, ...after, copied: run.copied + copies.size, left };
  } catch (error) {
    const about = { collection: collection.name };
    const failed = reportFailedSave(args, error, 'pictures could not be copied', about);
    return fail(failed.status, { reason: failed.reason ?? messages.saveFailed });
  }
}

const INVALID = 'The copies are in the library, but the item can’t be saved as it is.';

function sayProblem({ field, message }: Problem): string {
  return `${field}: ${message}`;
}

/** A lost connection does not remove the page. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction();
  } catch (error) {
    // A failed fetch is a TypeError (Fetch standard).
    if (!(error instanceof TypeError)) throw error;
    return failedForm(503, {}, { ...nothing, reason: 'The connection was lost. What was copied is saved.' });
  }
}

export default function LinkedPictures({ loaderData, actionData }: Route.ComponentProps) {
  const { pictures, form, singular, title } = loaderData;
  const failed = new Map(actionData?.failed.map(({ address, problem }) => [address, problem]));
  return (
    <AdminPage
      className="form stack-lg"
      heading="Pictures from other sites"
      parent={{ to: form, label: `Back to the ${singular}` }}
      about={`“${title}”`}
      notices={actionData ? <OutcomeAlert {...actionData} form={form} /> : null}
    >
      {pictures.length > 0 ? (
        <>
          <p>
            {inWords(pictures.length)} loaded from other sites. Readers’ browsers contact those sites, and the
            pictures disappear when those sites remove them. Copies in the library are loaded from this site.
          </p>
          <ul className="uploads" aria-label="Pictures from other sites">
            {pictures.map(({ address, alt }) => (
              <li key={address}>
                <span className="grow">
                  <span>{address}</span>
                  {alt ? <span className="muted">{alt}</span> : null}
                  {failed.has(address) ? <span className="error">{failed.get(address)}</span> : null}
                </span>
              </li>
            ))}
          </ul>
          <Copying pictures={pictures.length} outcome={actionData} />
        </>
      ) : (
        <p>All pictures of this {singular} are in the library.</p>
      )}
    </AdminPage>
  );
}

function inWords(count: number): string {
  return count === 1 ? '1 picture is' : `${count} pictures are`;
}

function OutcomeAlert({ copied, failed, left, reason, itemProblems = [], form }: Outcome & { form: string }) {
  if (reason)
    return (
      <Alert tone="danger">
        <p>{reason}</p>
        <ul>
          {itemProblems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      </Alert>
    );
  if (left > 0) return null;
  const words = `${copied === 1 ? '1 picture was' : `${copied} pictures were`} copied to the library.`;
  const others = `${failed.length === 1 ? '1 could not be copied and stays as it was' : `${failed.length} could not be copied and stay as they were`}.`;
  return (
    <Alert tone={failed.length > 0 ? 'warning' : 'success'}>
      {words} {failed.length > 0 ? `${others} ` : null}
      {copied > 0 ? (
        <>
          To undo this, restore the version before it: <Link to={`${form}/revisions`}>Versions</Link>
        </>
      ) : null}
    </Alert>
  );
}

/** The button. With JavaScript, one click copies everything, and shows the progress. */
function Copying({ pictures, outcome }: { pictures: number; outcome: Outcome | undefined }) {
  const place = useRef<HTMLFormElement>(null);
  const [isScripted, setScripted] = useState(false);
  const submit = useSubmit();
  const { state } = useNavigation();
  const isBusy = state !== 'idle';
  const isUnfinished = outcome !== undefined && outcome.left > 0;
  useEffect(() => setScripted(true), []);
  useEffect(() => {
    if (isUnfinished && outcome && place.current) void submit(place.current);
  }, [isUnfinished, outcome, submit]);
  const done = isUnfinished ? outcome.copied + outcome.failed.length : 0;
  const total = isUnfinished ? done + outcome.left : pictures;
  const { session, copied, failed } = outcome ?? {};
  return (
    <Form method="post" ref={place} className="stack">
      {isUnfinished ? (
        <input type="hidden" name="run" value={JSON.stringify({ session, copied, failed })} />
      ) : null}
      {isScripted ? <input type="hidden" name="scripted" value="1" /> : null}
      {isUnfinished || state === 'submitting' ? (
        <p role="status">
          {done} of {total} pictures done. <progress max={total} value={done} aria-label="Pictures" />
        </p>
      ) : null}
      <p className="actions">
        <button type="submit" className="button button--primary" disabled={isBusy}>
          <Icon name="download" />
          {isUnfinished ? 'Continue' : outcome ? 'Try again' : 'Copy to library'}
        </button>
      </p>
    </Form>
  );
}
