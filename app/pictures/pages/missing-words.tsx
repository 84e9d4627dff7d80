import { Form, Link, redirect } from 'react-router';
import { AdminListPage } from '#app/desk/list/admin-list-page.tsx';
import { recordFindingsWith } from '#app/items/accessibility/record-findings.server.ts';
import { readPictureWords } from '#app/items/content/picture-words.ts';
import { loadListPage } from '#app/items/lists/list-page.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { type FieldProblems, keyed, several } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { pictureAddress } from '#app/platform/media/picture-sizes.ts';
import {
  changePicture,
  findPicture,
  listPictures,
  pictureOrder,
} from '#app/platform/media/picture-store.server.ts';
import { listUses } from '#app/platform/media/picture-uses.server.ts';
import { messages } from '#app/platform/messages.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { NoData } from '#app/platform/ui/no-data.tsx';
import type { Route } from './+types/missing-words';
import { loadLibraryFacts } from './load-library.server.ts';
import { useTextOf } from './load-uses.server.ts';

/** `/admin/pictures/missing`: one form with a field for each picture without alternative text. */
export async function loader(args: Route.LoaderArgs) {
  const { read } = writeContext(args);
  const url = new URL(args.url);
  const added = Number(url.searchParams.get('added') ?? 0);
  const saved = Number(url.searchParams.get('saved') ?? 0);
  for (const name of ['added', 'saved']) url.searchParams.delete(name);
  const facts = await loadLibraryFacts(args, 'missing');
  const { items, pager } = await loadListPage(url, pictureOrder, (request) =>
    listPictures(read, { show: 'missing' }, request),
  );
  const uses = await listUses(
    read,
    items.map(({ id }) => id),
    1000,
  );
  return {
    ...facts,
    pictures: items.map((picture) => ({
      id: picture.id,
      name: picture.name,
      src: pictureAddress(picture, 320),
      use: useTextOf(uses.find((each) => each.picture === picture.id)),
    })),
    pager,
    added,
    saved,
  };
}

/** Saves the texts that were filled in, and leaves the other pictures as they are. */
export async function action(args: Route.ActionArgs) {
  const { write, now, collections } = writeContext(args);
  const { values } = await readForm(args.request, [keyed('alt'), several('decorative')]);
  const decorative = new Set(values.decorative);
  const typed = Object.fromEntries(Object.entries(values.alt).filter(([id]) => /^[0-9a-f]{32}$/.test(id)));
  const problems: FieldProblems = {};
  let saved = 0;
  for (const [id, alt] of Object.entries(typed)) {
    const words = { alt, decorative: decorative.has(id) };
    if (words.alt.trim() === '' && !words.decorative) continue;
    const read = readPictureWords(words);
    if (read.problems) problems[id] = read.problems[0]?.message ?? '';
    else if (await saveWords(args, id, read.words)) saved++;
  }
  if (Object.keys(problems).length > 0)
    return failedForm(400, { alt: typed, decorative: values.decorative }, { problems });
  return redirect(`/admin/pictures/missing?saved=${saved}`, 303);

  async function saveWords(from: Route.ActionArgs, id: string, words: Parameters<typeof changePicture>[2]) {
    const before = await findPicture(write, id);
    // Someone else described it meanwhile: theirs stays.
    if (!before || before.alt !== null || before.decorative) return false;
    await changePicture(write, id, words, now);
    await recordFindingsWith(write, collections, id);
    await recordActivity(from, 'picture-changed', `/admin/pictures/${id} ${before.name}`);
    return true;
  }
}

export default function MissingWords({ loaderData, actionData }: Route.ComponentProps) {
  const { pictures, filters, pager, added, saved } = loaderData;
  return (
    <AdminListPage
      title="Missing alternative text"
      heading="Pictures"
      about="These have no alternative text. Fill in as many as you like and leave the rest for later."
      notices={
        <>
          {actionData ? <Alert tone="danger">{messages.saveFailed}</Alert> : null}
          {!actionData && saved > 0 ? <Alert tone="success">{messages.saved}</Alert> : null}
          {!actionData && added > 0 ? (
            <Alert tone="success">
              {added === 1 ? '1 picture is' : `${added} pictures are`} in the library. Describe them for
              readers who can’t see them.
            </Alert>
          ) : null}
        </>
      }
      tabs={{ label: 'Filter pictures', filters }}
      empty={<NoData>Every picture has alternative text or is decorative.</NoData>}
      rows={pictures}
      list={
        <Form method="post" noValidate key={pictures.map(({ id }) => id).join()}>
          <ol className="queue">
            {pictures.map((picture) => (
              <Row
                key={picture.id}
                picture={picture}
                typed={actionData?.values.alt[picture.id] ?? ''}
                isDecorative={actionData?.values.decorative.includes(picture.id) ?? false}
                problem={actionData?.problems[picture.id]}
              />
            ))}
          </ol>
          <div className="actions">
            <button type="submit" className="button button--primary">
              Save
            </button>
            <Link to="/admin/pictures">All pictures</Link>
          </div>
        </Form>
      }
      pager={pager}
    />
  );
}

type RowProps = {
  picture: { id: string; name: string; src: string; use: string };
  typed: string;
  isDecorative: boolean;
  problem: string | undefined;
};

function Row({ picture: { id, name, src, use }, typed, isDecorative, problem }: RowProps) {
  const field = `alt-${id}`;
  return (
    <li className="altrow">
      <img src={src} alt="" width="320" height="213" loading="lazy" />
      <div className="field">
        <label htmlFor={field}>
          <span className="vh">Alternative text of </span>
          {name}
        </label>
        <span className="hint" id={`${field}-hint`}>
          {use}
        </span>
        {problem ? (
          <span className="error" id={`${field}-error`}>
            {problem}
          </span>
        ) : null}
        <textarea
          className="input"
          id={field}
          name={field}
          rows={2}
          defaultValue={typed}
          aria-describedby={problem ? `${field}-hint ${field}-error` : `${field}-hint`}
          aria-invalid={problem ? true : undefined}
        />
        <label className="check">
          <input type="checkbox" name="decorative" value={id} defaultChecked={isDecorative} />
          <span>
            Decorative only<span className="vh">: {name}</span>
          </span>
        </label>
      </div>
    </li>
  );
}
