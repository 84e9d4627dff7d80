import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { focusIfLost } from '#app/desk/list/undo-notice.tsx';
import type { PictureChoice } from '#app/items/text/lead-picture.server.ts';
import type { FormValues } from '#app/platform/forms/field-spec.ts';
import { fileInputOf, seenOf, wordFieldsOf } from '#app/platform/forms/picture-fields.ts';
import { ACCEPTED_TYPES } from '#app/platform/media/accepted-types.ts';
import { pictureAddress } from '#app/platform/media/picture-sizes.ts';
import { focusClassOf } from '#app/platform/media/shown-picture.ts';
import { describedBy } from '#app/platform/ui/field-notes.tsx';
import { FocalGrid } from '#app/platform/ui/focal-grid.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';
import { PictureWords } from '#app/platform/ui/picture-text-fields.tsx';
import { DropBox } from '#app/platform/ui/upload/drop-box.tsx';
import { UploadList } from '#app/platform/ui/upload/upload-list.tsx';
import type { LibraryPicture } from '#app/platform/ui/upload/upload-queue.ts';
import { useUploads } from '#app/platform/ui/upload/use-uploads.ts';
import type { PictureFieldProps } from './picture-field-props.ts';
import { PictureButton, PictureView } from './picture-view.tsx';

const PictureDialog = lazy(async () => ({
  default: (await import('#app/platform/ui/editor/picture-dialog.tsx')).PictureDialog,
}));

/**
 * Chooses a picture of the library, or uploads one: without JavaScript with the form and on a page of its own, otherwise
 * in a dialog and with progress, while the form stays open. What is said about it is sent with the form.
 */
export function PictureField(props: PictureFieldProps) {
  const { spec, values } = props;
  const problem = props.problems[spec.name];
  const [chosen, setChosen] = useState(props.picture);
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const choose = (next: PictureChoice | null) => {
    setChosen(next);
    setOpen(false);
    if (input.current) input.current.value = next?.id ?? '';
  };
  const uploads = useUploads((picture) => choose(choiceOf(picture)));
  const [isLive, setLive] = useState(false);
  const place = useRef<HTMLFieldSetElement>(null);
  const add = useRef(uploads.add);
  useEffect(() => {
    setLive(true);
    // Chosen before the script arrived.
    const early = place.current?.querySelector<HTMLInputElement>('[type=file]');
    if (early?.files?.length) add.current([...early.files]);
    if (early) early.value = '';
  }, []);
  useWaiting(input, uploads.isBusy);
  const isPicking = !chosen && !uploads.isBusy;
  useFocus(place, `${chosen?.id} ${isPicking}`);
  const shared = { spec, isLive, onChoose: () => setOpen(true) };
  return (
    <PictureView spec={spec} problem={problem} isPicking={isPicking} place={place}>
      {/* Not of type hidden: a form notices when it changes. */}
      <input type="text" hidden name={spec.name} defaultValue={props.picture?.id ?? ''} ref={input} />
      {chosen || isPicking ? (
        <DropBox
          className={chosen ? 'chosen' : 'pick'}
          onFiles={(added) => uploads.add(added.slice(0, 1))}
          takesPage={spec.name === 'picture' && !isOpen}
        >
          {chosen ? (
            <ChosenPicture
              key={chosen.id}
              {...props}
              {...shared}
              picture={chosen}
              onRemove={() => choose(null)}
            />
          ) : (
            <PicturePick {...shared} problem={problem} />
          )}
        </DropBox>
      ) : null}
      {isPicking ? <PickNotes spec={spec} values={values} isLive={isLive} /> : null}
      <UploadList uploads={uploads} />
      {isOpen ? (
        <Suspense>
          <PictureDialog
            purpose={spec.label}
            current={chosen?.id ?? ''}
            onChoose={(picture) => choose(choiceOf(picture))}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </PictureView>
  );
}

function choiceOf({ usedBy, ...picture }: LibraryPicture): PictureChoice {
  const items = new Set(usedBy.map(({ collection, id }) => `${collection} ${id}`));
  return { ...picture, uses: items.size };
}

/** With each change of what the field shows, the button that had the focus may be gone. */
function useFocus(place: React.RefObject<HTMLFieldSetElement | null>, shown: string): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    focusIfLost(place.current?.querySelector<HTMLElement>('button, [type=file]') ?? null);
  }, [place, shown]);
}

/** A form that is sent while a picture is on its way waits for it. */
function useWaiting(input: React.RefObject<HTMLInputElement | null>, isBusy: boolean): void {
  const waiting = useRef<HTMLElement | null>(undefined);
  useEffect(() => {
    const form = input.current?.form;
    if (!isBusy || !form) return;
    const hold = (event: SubmitEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      waiting.current = event.submitter;
    };
    form.addEventListener('submit', hold, { capture: true });
    return () => {
      form.removeEventListener('submit', hold, { capture: true });
      if (waiting.current === undefined) return;
      form.requestSubmit(waiting.current);
      waiting.current = undefined;
    };
  }, [input, isBusy]);
}

type PickProps = Pick<PictureFieldProps, 'spec'> & {
  problem: string | undefined;
  isLive: boolean;
  onChoose: () => void;
};

/** The row of a field without a picture. */
function PicturePick({ spec, problem, isLive, onChoose }: PickProps) {
  const { name } = spec;
  return (
    <>
      <Icon name="upload" />
      <label htmlFor={`${name}-file`}>Upload a picture</label>
      <input
        id={`${name}-file`}
        name={isLive ? undefined : fileInputOf(name)}
        type="file"
        accept={ACCEPTED_TYPES}
        aria-describedby={[describedBy(spec, problem), hintOf(name)].filter(Boolean).join(' ')}
        aria-invalid={problem ? true : undefined}
      />
      <span>or</span>
      <PictureButton name="choose" field={name} isLive={isLive} onPress={onChoose}>
        choose from the library
      </PictureButton>
    </>
  );
}

function hintOf(name: string): string {
  return `${name}-file-hint`;
}

type NotesProps = Pick<PictureFieldProps, 'spec' | 'values'> & { isLive: boolean };

/** What is below the row. Without JavaScript, the form sends the alternative text with the file. */
function PickNotes({ spec, values, isLive }: NotesProps) {
  const { name, isMark } = spec;
  return (
    <>
      <p className="hint" id={hintOf(name)}>
        {isLive
          ? `You can also drop ${name === 'picture' ? 'or paste ' : ''}a picture. Up to 20 MiB.`
          : 'JPEG, PNG, WebP, AVIF or GIF, up to 20 MiB.'}
      </p>
      {isMark ? null : (
        <noscript>
          <PictureWords
            field={name}
            words={{ alt: String(values[wordFieldsOf(name).alt] ?? ''), decorative: false }}
            isFile
          />
        </noscript>
      )}
    </>
  );
}

type ChosenPictureProps = Omit<PictureFieldProps, 'picture'> & {
  picture: PictureChoice;
  isLive: boolean;
  onChoose: () => void;
  onRemove: () => void;
};

/** The chosen picture, and what is said about it: with the form that is sent, the library gets it. */
function ChosenPicture({ spec, values, problems, picture, ...on }: ChosenPictureProps) {
  const { name, isMark } = spec;
  const fields = wordFieldsOf(name);
  const said = saidOf(picture, values, name);
  const [focalPoint, setFocalPoint] = useState(said.focalPoint);
  const src = pictureAddress(picture, 640);
  const button = { field: name, isLive: on.isLive, className: 'button button--small' };
  return (
    <>
      <img
        src={src}
        alt={`Current picture: ${picture.alt || picture.name}`}
        className={isMark ? 'whole' : focusClassOf({ ...picture, focalPoint })}
        width="640"
        height="427"
      />
      <div>
        <p className="name">
          <Link to={`/admin/pictures/${picture.id}`}>{picture.name}</Link>
        </p>
        <p className="small muted">{factsOf(picture)}</p>
      </div>
      <p className="rowlinks">
        <PictureButton {...button} name="choose" onPress={on.onChoose}>
          Replace<span className="vh">: {picture.name}</span>
        </PictureButton>
        <PictureButton {...button} name="remove" onPress={on.onRemove}>
          Remove<span className="vh">: {picture.name}</span>
        </PictureButton>
      </p>
      {isMark ? null : (
        <>
          <input type="hidden" name={fields.seen} value={seenOf(picture)} />
          <PictureWords
            field={name}
            words={said}
            problem={problems[fields.alt]}
            missing="Enter alternative text"
            isLive={on.isLive}
          />
          <details className="fold" open={problems[fields.focalPoint] ? true : undefined}>
            <summary>Focal point</summary>
            <fieldset id={fields.focalPoint}>
              <legend className="vh">Focal point, {picture.name}</legend>
              <span className="hint">Every crop keeps this spot in view.</span>
              <FocalGrid
                picture={picture}
                src={src}
                name={fields.focalPoint}
                value={said.focalPoint}
                onChoose={setFocalPoint}
              />
            </fieldset>
          </details>
        </>
      )}
    </>
  );
}

/** What was typed about it, if it is of this picture; otherwise what the library has. */
function saidOf({ alt, decorative, focalPoint }: PictureChoice, values: FormValues, name: string) {
  const fields = wordFieldsOf(name);
  // A new form has no values of these fields.
  if (values[fields.alt] === undefined) return { alt: alt ?? '', decorative, focalPoint };
  return {
    alt: String(values[fields.alt]),
    decorative: values[fields.decorative] === 'true',
    focalPoint: Number(values[fields.focalPoint]) || focalPoint,
  };
}

/** '3600 × 2400, used in 3 places' */
function factsOf({ width, height, uses }: PictureChoice): string {
  const used = uses === 0 ? '' : `, used in ${uses === 1 ? '1 place' : `${uses} places`}`;
  return `${width} × ${height}${used}`;
}
