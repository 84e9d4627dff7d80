import { Form, Link, redirect } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { writeContext } from '#app/people/request/context.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { hidden, keyed } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { figureWidths } from '#app/platform/html/figure-widths.ts';
import {
  describeFigure,
  listFigures,
  moveFigure,
  removeFigure,
  type TextFigure,
} from '#app/platform/html/text-figures.server.ts';
import { pictureIdOf } from '#app/platform/media/picture-sizes.ts';
import { listPicturesById } from '#app/platform/media/picture-store.server.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';
import { NoData } from '#app/platform/ui/no-data.tsx';
import type { Route } from './+types/text-picture-list';
import { openText } from './edited-text.server.ts';

/** `/admin/{collection}/{id}/text-pictures`: the pictures of a text, for browsers without JavaScript. */
export async function loader(args: Route.LoaderArgs) {
  const { read } = writeContext(args);
  const { facts, html } = await openText(args);
  const figures = listFigures(html);
  const ids = figures.flatMap(({ src }) => pictureIdOf(src) ?? []);
  const names = new Map((await listPicturesById(read, [...new Set(ids)])).map(({ id, name }) => [id, name]));
  return {
    ...facts,
    figures: figures.map((figure) => ({
      ...figure,
      name: names.get(pictureIdOf(figure.src) ?? '') ?? figure.src.split('/').at(-1) ?? '',
    })),
    seen: seenOf(figures),
    saved: args.url.searchParams.has('saved'),
  };
}

/** Changes when pictures come, go or move. */
function seenOf(figures: TextFigure[]): string {
  return figures.map(({ src }) => src).join(' ');
}

const textPicturesForm = [hidden('seen', 'press'), keyed('alt', 'caption', 'width')];

/** Saves the words and widths of all pictures, and does what the pressed button says: `up-0` moves the first one up. */
export async function action(args: Route.ActionArgs) {
  const { facts, html, save } = await openText(args);
  const { values } = await readForm(args.request, textPicturesForm);
  const text = (field: 'alt' | 'caption' | 'width', at: number) => (values[field][at] ?? '').trim();
  const before = listFigures(html);
  if (values.seen.trim() !== seenOf(before))
    return failedForm(
      409,
      {},
      { reason: 'The text has changed since this page was opened. Nothing was saved.' },
    );
  const described = before.reduce(
    (changed, figure, place) =>
      describeFigure(changed, figure, {
        alt: text('alt', place).slice(0, 500),
        caption: text('caption', place).slice(0, 1000),
        width: text('width', place),
      }),
    html,
  );
  if (!(await save(press(described, values.press.trim()))))
    return failedForm(409, {}, { reason: 'Someone else changed this draft. Please try again.' });
  return redirect(`${facts.form}/text-pictures?saved=1`, 303);
}

function press(html: string, button: string): string {
  const [, what, place] = /^(up|down|remove)-(\d+)$/.exec(button) ?? [];
  const figure = listFigures(html)[Number(place)];
  if (!figure || !what) return html;
  return what === 'remove' ? removeFigure(html, figure) : moveFigure(html, figure, what as 'up' | 'down');
}

export default function TextPictureList({ loaderData, actionData }: Route.ComponentProps) {
  const { form, singular, title, figures, seen, saved } = loaderData;
  const list = `${form}/text-pictures`;
  return (
    <AdminPage
      className="form stack"
      heading="Pictures in the text"
      parent={{ to: form, label: `Back to the ${singular}` }}
      about={`“${title}”`}
      notices={
        <>
          {actionData ? <Alert tone="warning">{actionData.reason}</Alert> : null}
          {saved && !actionData ? <Alert tone="success">Saved in the draft of your {singular}.</Alert> : null}
        </>
      }
    >
      {figures.length === 0 ? <NoData>The text has no pictures.</NoData> : null}
      <Form method="post" action={list} key={seen}>
        <input type="hidden" name="seen" value={seen} />
        {figures.length > 0 ? (
          // Enter in a field presses the first button of a form.
          <button type="submit" className="vh" tabIndex={-1} aria-hidden="true">
            Save
          </button>
        ) : null}
        {figures.map((figure, place) => (
          <Figure key={`${figure.block} ${figure.src}`} {...{ figure, place, list }} />
        ))}
        <div className="actions">
          {figures.length > 0 ? (
            <button type="submit" className="button button--primary">
              Save
            </button>
          ) : null}
          <Link className="button" to={`${list}/new`}>
            <Icon name="plus" />
            Add a picture below the text
          </Link>
        </div>
      </Form>
    </AdminPage>
  );
}

type FigureProps = { figure: TextFigure & { name: string }; place: number; list: string };

function Figure({ figure: { src, alt, caption, width, name }, place, list }: FigureProps) {
  const number = place + 1;
  const field = (what: string) => ({ id: `${what}-${place}`, name: `${what}-${place}`, className: 'input' });
  return (
    <fieldset className="panel panel--plain stack mt">
      <legend>
        Picture {number}, {name}
      </legend>
      <div className="leadpic">
        <img src={src} alt="" loading="lazy" width="640" height="427" />
        <div className="stack">
          <p className="cluster">
            {(['up', 'down', 'remove'] as const).map((what) => (
              <button
                key={what}
                type="submit"
                name="press"
                value={`${what}-${place}`}
                className="button button--small"
              >
                {what === 'remove' ? null : <Icon name={what} />}
                {what === 'remove' ? 'Remove' : `Move ${what}`}
                <span className="vh"> picture {number}</span>
              </button>
            ))}
            <Link className="button button--small" to={`${list}/${place}`}>
              Replace<span className="vh"> picture {number}</span>
            </Link>
          </p>
          <div className="field">
            <label htmlFor={`alt-${place}`}>Alternative text</label>
            <span className="hint" id={`alt-${place}-hint`}>
              Describe it for readers who can’t see it. Leave this empty only if it is decoration.
            </span>
            <input
              {...field('alt')}
              type="text"
              maxLength={500}
              defaultValue={alt}
              aria-describedby={`alt-${place}-hint`}
            />
          </div>
          <div className="field">
            <label htmlFor={`caption-${place}`}>
              Caption <span className="optional">(optional)</span>
            </label>
            <input {...field('caption')} type="text" maxLength={1000} defaultValue={caption} />
          </div>
          <div className="field">
            <label htmlFor={`width-${place}`}>Width</label>
            <select {...field('width')} defaultValue={width}>
              {figureWidths.map((each) => (
                <option key={each.value} value={each.value}>
                  {each.label}
                </option>
              ))}
            </select>
          </div>
        </div>
      </div>
    </fieldset>
  );
}
