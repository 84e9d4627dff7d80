import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { PictureChoice } from '#app/content/lead-picture.server.ts';
import { pictureAddress } from '#app/media/picture-sizes.ts';
import { focusClassOf } from '#app/media/shown-picture.ts';
import { DropBox } from '#app/ui/drop-box.tsx';
import { UploadList } from '#app/ui/upload-list.tsx';
import type { LibraryPicture } from '#app/ui/upload-queue.ts';
import { useUploads } from '#app/ui/use-uploads.ts';
import { ChosenWords } from './chosen-words.tsx';
import type { PictureFieldProps } from './picture-field-props.ts';
import { PictureView } from './picture-view.tsx';

const PictureDialog = lazy(async () => ({
  default: (await import('#app/ui/picture-dialog.tsx')).PictureDialog,
}));

/**
 * Chooses a picture of the library, or uploads one: without JavaScript with the form and on a page of its own, otherwise
 * in a dialog and with progress, while the form stays open.
 */
export function PictureField(props: PictureFieldProps) {
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
  return (
    <PictureView
      {...props}
      picture={chosen}
      place={place}
      input={input}
      isLive={isLive}
      onChoose={() => setOpen(true)}
      onRemove={() => choose(null)}
      words={
        chosen && isLive && !props.spec.isMark ? (
          <ChosenWords key={chosen.id} picture={chosen} onSaved={setChosen} />
        ) : null
      }
      box={(field) => (
        <DropBox
          onFiles={(added) => uploads.add(added.slice(0, 1))}
          takesPage={props.spec.name === 'picture' && !isOpen}
        >
          {field}
        </DropBox>
      )}
    >
      <UploadList uploads={uploads} />
      {isOpen ? (
        <Suspense>
          <PictureDialog
            purpose={props.spec.label}
            current={chosen?.id ?? ''}
            onChoose={(picture) => choose(choiceOf(picture))}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </PictureView>
  );
}

function choiceOf(picture: LibraryPicture): PictureChoice {
  const { id, name, alt, decorative } = picture;
  return { id, name, alt, decorative, src: pictureAddress(picture, 640), focus: focusClassOf(picture) };
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
