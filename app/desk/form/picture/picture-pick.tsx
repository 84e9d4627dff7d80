import { fileInputOf, wordFieldsOf } from '#app/platform/forms/picture-fields.ts';
import { ACCEPTED_TYPES } from '#app/platform/media/accepted-types.ts';
import { describedBy } from '#app/platform/ui/field-notes.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';
import { PictureWords } from '#app/platform/ui/picture-text-fields.tsx';
import type { PictureFieldProps } from './picture-field-props.ts';
import { PictureButton } from './picture-view.tsx';

type PickProps = Pick<PictureFieldProps, 'spec'> & {
  problem: string | undefined;
  isLive: boolean;
  onChoose: () => void;
};

/** The row of a field without a picture. */
export function PicturePick({ spec, problem, isLive, onChoose }: PickProps) {
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
export function PickNotes({ spec, values, isLive }: NotesProps) {
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
