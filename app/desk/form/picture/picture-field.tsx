import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { focusIfLost } from '#app/desk/list/undo-notice.tsx';
import type { PictureChoice } from '#app/items/text/lead-picture.server.ts';
import { DropBox } from '#app/platform/ui/upload/drop-box.tsx';
import { UploadList } from '#app/platform/ui/upload/upload-list.tsx';
import type { LibraryPicture } from '#app/platform/ui/upload/upload-queue.ts';
import { useUploads } from '#app/platform/ui/upload/use-uploads.ts';
import { ChosenPicture } from './chosen-picture.tsx';
import type { PictureFieldProps } from './picture-field-props.ts';
import { PickNotes, PicturePick } from './picture-pick.tsx';
import { PictureView } from './picture-view.tsx';

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
