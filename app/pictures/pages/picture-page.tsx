import { useState } from 'react';
import { data, Form, Link, redirect } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { UndoNotice } from '#app/desk/list/undo-notice.tsx';
import { recordFindingsWith } from '#app/items/accessibility/record-findings.server.ts';
import { readPictureWords } from '#app/items/content/picture-words.ts';
import { reportFailedSave, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { type FailedForm, failedForm } from '#app/platform/forms/failed-form.ts';
import { type FieldProblems, hidden, type ValuesOf } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { pictureAddress } from '#app/platform/media/picture-sizes.ts';
import { changeOpenedPicture, findAdder, findPicture } from '#app/platform/media/picture-store.server.ts';
import { focusClassOf, type ShownPicture } from '#app/platform/media/shown-picture.ts';
import { messages } from '#app/platform/messages.ts';
import { formatDate } from '#app/platform/time/town-time.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { Field } from '#app/platform/ui/field.tsx';
import { FocalGrid } from '#app/platform/ui/focal-grid.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';
import type { Route } from './+types/picture-page';
import { sizeOf } from './load-library.server.ts';
import { loadUses } from './load-uses.server.ts';
import { UseList } from './use-list.tsx';

/** What the form shows, as typed. */
type Typed = ValuesOf<typeof wordsForm>;

/** `/admin/pictures/{id}`: what is said about a picture, and where it is used. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town } = writeContext(args);
  const picture = await findPicture(read, args.params.id);
  if (!picture) throw data(null, { status: 404 });
  const { id, name, width, height, bytes, createdAt, updatedAt } = picture;
  const typed: Typed = {
    alt: picture.alt ?? '',
    decorative: picture.decorative ? 'true' : '',
    caption: picture.caption ?? '',
    credit: picture.credit ?? '',
    focalPoint: String(picture.focalPoint),
  };
  const adder = await findAdder(read, picture);
  const number = new Intl.NumberFormat(town.locale);
  const query = args.url.searchParams;
  return {
    picture: { id, name, width, height },
    src: pictureAddress(picture, 960),
    small: pictureAddress(picture, 320),
    facts: `Added ${formatDate(createdAt, town)}${adder ? ` by ${adder}` : ''}. ${width} × ${height}, ${sizeOf(bytes, number)}.`,
    typed,
    version: String(updatedAt),
    outcome: outcomes[[...query.keys()].find((name) => name in outcomes) ?? ''] ?? '',
    replaced: await findReplaced(read, query.get('replaced')),
    ...(await loadUses(args, id)),
  };
}

/** By the parameter of the address that reports them. */
const outcomes: Record<string, string> = {
  saved: messages.saved,
  added: 'The picture is in the library. Describe it for readers who can’t see it.',
  merged: 'Replaced. The file was in the library already, with its own texts.',
  undone: 'Undone. This picture is back in its places.',
};

/** The id of the picture that this one has just replaced; null if there is none, or no more. */
async function findReplaced(db: ReadDb, id: string | null): Promise<string | null> {
  return (id && (await findPicture(db, id))?.id) ?? null;
}

const CHANGED =
  'Someone else changed this picture while you were editing. Your text is below. If you save, it replaces theirs.';

/** Saves what is said about the picture. Otherwise the form comes back as typed. */
export async function action(args: Route.ActionArgs) {
  const { write, now, collections } = writeContext(args);
  const { values, version } = await readForm(args.request, wordsForm);
  const problems: FieldProblems = {};
  const decorative = values.decorative === 'true';
  const read = readPictureWords({ ...values, decorative, focalPoint: Number(values.focalPoint) });
  for (const { field, message } of read.problems ?? []) problems[field] ??= message;
  if (values.alt.trim() === '' && !decorative) problems.alt = 'Enter alternative text or check the box below';
  if (!read.words || problems.alt) return failedForm(400, values, { problems, version });
  try {
    const outcome = await changeOpenedPicture(write, args.params.id, read.words, { version, now });
    if (!outcome) throw data(null, { status: 404 });
    const { id, name, updatedAt } = outcome.picture;
    if (outcome.kind === 'conflict')
      return failedForm(409, values, { version: String(updatedAt), reason: CHANGED });
    await recordFindingsWith(write, collections, id);
    await recordActivity(args, 'picture-changed', `/admin/pictures/${id} ${name}`);
    return redirect(`/admin/pictures/${id}?saved=1`, 303);
  } catch (error) {
    const { status, reason = messages.saveFailed } = reportFailedSave(
      args,
      error,
      'a picture could not be saved',
    );
    return failedForm(status, values, { version, reason });
  }
}

export default function PicturePage({ loaderData, actionData }: Route.ComponentProps) {
  const { picture, src, small, facts, uses, count, revised, outcome, replaced } = loaderData;
  const { values: typed, problems } = actionData ?? {
    values: loaderData.typed,
    problems: {} as FieldProblems,
  };
  const version = actionData?.version ?? loaderData.version;
  return (
    <AdminPage
      isForm
      heading={picture.name}
      parent={{ to: '/admin/pictures', label: 'Pictures' }}
      about={facts}
      notices={
        <>
          <PictureOutcome outcome={outcome} failure={actionData} />
          {replaced && !actionData ? (
            <UndoNotice action={`/admin/pictures/${picture.id}/replacement`} name="back" values={[replaced]}>
              Replaced everywhere. Check the alternative text: it is still that of the earlier picture.
            </UndoNotice>
          ) : null}
        </>
      }
    >
      <Form method="post" noValidate key={`${picture.id} ${loaderData.version}`}>
        <input type="hidden" name="version" value={version} />
        <FocalPoint picture={picture} src={src} small={small} value={Number(typed.focalPoint) || 5} />
        <div className="field mt">
          <Field spec={altField} value={typed.alt} problem={problems.alt} />
        </div>
        <DecorativeField isChecked={typed.decorative === 'true'} />
        <div className="fields">
          <Field spec={creditField} value={typed.credit} problem={problems.credit} />
          <Field spec={captionField} value={typed.caption} problem={problems.caption} />
        </div>
        <section className="field" aria-labelledby="uses">
          <h2 id="uses">Where it is used</h2>
          {count > 0 ? <UseList uses={uses} count={count} /> : <p className="muted mt">Not used.</p>}
          {count === 0 && revised > 0 ? (
            <p className="small muted mt">
              Earlier versions of {revised === 1 ? '1 item' : `${revised} items`} show it. It is not cleaned
              up as long as they can be restored.
            </p>
          ) : null}
          <p className="small muted mt">
            Lead pictures show this text. A picture in a text keeps the text it was given there.
          </p>
        </section>
        <div className="actions">
          <button type="submit" className="button button--primary">
            Save
          </button>
          <Link className="button" to={`/admin/pictures/${picture.id}/replacement`}>
            <Icon name="upload" />
            Replace file
          </Link>
          <Link className="button button--danger end" to={`/admin/pictures/${picture.id}/deletion`}>
            Delete
          </Link>
        </div>
      </Form>
    </AdminPage>
  );
}

function PictureOutcome({ outcome, failure }: { outcome: string; failure: FailedForm<Typed> | undefined }) {
  if (failure)
    return (
      <Alert tone={failure.reason ? 'warning' : 'danger'}>{failure.reason || messages.saveFailed}</Alert>
    );
  return outcome ? <Alert tone="success">{outcome}</Alert> : null;
}

const altField = {
  name: 'alt',
  label: 'Alternative text',
  kind: 'line',
  required: true,
  hint: 'Say what matters in the picture in one sentence. Skip “picture of.”',
} as const;

const creditField = { name: 'credit', label: 'Credit', kind: 'line', required: false } as const;
const captionField = { name: 'caption', label: 'Caption', kind: 'line', required: false } as const;
const wordsForm = [[altField, creditField, captionField], hidden('decorative', 'focalPoint')];

function DecorativeField({ isChecked }: { isChecked: boolean }) {
  return (
    <div className="field">
      <label className="check">
        <input type="checkbox" name="decorative" value="true" defaultChecked={isChecked} />
        <span>
          Decorative only
          <span className="hint">It adds no information. Screen readers skip it.</span>
        </span>
      </label>
    </div>
  );
}

const crops = [
  ['r-169', 16 / 9, 'Article'],
  ['r-32', 3 / 2, 'Lists'],
  ['r-11', 1, 'Square'],
  ['r-og', 480 / 630, 'Sharing'],
] as const;

type FocalPointProps = {
  picture: Pick<ShownPicture, 'width' | 'height'>;
  /** The addresses of a large and a small size. */
  src: string;
  small: string;
  value: number;
};

/** Nine radio buttons on the picture, and the crops that follow the chosen one. */
export function FocalPoint({ picture, src, small, value }: FocalPointProps) {
  const [chosen, setChosen] = useState(value);
  return (
    <>
      <fieldset>
        <legend className="label">Focal point</legend>
        <span className="hint">Every crop keeps this spot in view.</span>
        <FocalGrid picture={picture} src={src} name="focalPoint" value={value} onChoose={setChosen} />
      </fieldset>
      <p className="label mt">How it will be cropped</p>
      <div className="crops">
        {crops.map(([ratioClass, ratio, label]) => (
          <figure key={label}>
            <img
              className={`${ratioClass} ${focusClassOf({ ...picture, focalPoint: chosen }, ratio) ?? ''}`}
              src={small}
              alt=""
              width={picture.width}
              height={picture.height}
            />
            <figcaption>{label}</figcaption>
          </figure>
        ))}
      </div>
    </>
  );
}
