import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Form, useLocation } from 'react-router';
import { FailedSave } from '#app/desk/form/failed-save.tsx';
import { FormVersion } from '#app/desk/form/form-version.tsx';
import { Theirs } from '#app/desk/form/theirs.tsx';
import { ProofNote } from '#app/desk/hub/proof-note.tsx';
import { FieldRows } from '#app/desk/list/field-rows.tsx';
import type { PictureChoices } from '#app/items/text/lead-picture.server.ts';
import { type FormValues, fieldsOf } from '#app/platform/forms/field-spec.ts';
import { withPictureWords } from '#app/platform/forms/picture-fields.ts';
import { messages } from '#app/platform/messages.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { pictureSection, type TownSection, versionPartOf, withTimeZones } from '#app/town/town-form.ts';
import type { FailedSettings } from './save-settings.server.ts';

const CONFLICT =
  'Someone else changed the settings while you were editing. Your changes are below. Their version is shown under each field that differs. If you save, your changes replace theirs.';

type Loaded = { values: FormValues; version: string; pictures: PictureChoices; timeZones: string[] };

/** What a section shows of a failed save; `isReported` in the section that shows the message. */
type FailedSection = FailedSettings & { isReported: boolean };

/** A failed save as one section shows it; the sections concerned, otherwise the first, show the message. */
export function failedSectionOf(
  section: TownSection,
  failure: FailedSettings | undefined,
  isFirst: boolean,
): FailedSection | undefined {
  if (!failure) return undefined;
  const fields = fieldsOf(withPictureWords(section.form)).map(({ name }) => name);
  const theirs = failure.theirs !== 'gone' && failure.theirs ? failure.theirs : {};
  const named = [...Object.keys(failure.problems), ...Object.keys(theirs)];
  const isConflict = fields.some((name) => name in theirs);
  return {
    ...failure,
    theirs: isConflict ? theirs : null,
    warning: isConflict ? CONFLICT : undefined,
    isReported: named.length > 0 ? fields.some((name) => named.includes(name)) : isFirst,
  };
}

type SettingsSectionProps = {
  section: TownSection;
  loaded: Loaded;
  failure: FailedSection | undefined;
  isSaved: boolean;
  /** Additional text after a save. */
  children: ReactNode;
};

/** One section of the settings with its own form. Saving it leaves text typed in the others. */
export function SettingsSection({ section, loaded, failure, isSaved, children }: SettingsSectionProps) {
  const { id, title, form } = section;
  const [opened, setOpened] = useState(loaded);
  const { values, version } = failure ?? opened;
  const area = useRef<HTMLElement>(null);
  const requestContext = useLocation().key;
  useEffect(() => {
    // The page has scrolled here; the focus follows for keyboards and screen readers.
    if (isSaved && requestContext) area.current?.focus({ preventScroll: true });
  }, [isSaved, requestContext]);
  return (
    <section className="panel" id={id} aria-labelledby={`${id}-heading`} tabIndex={-1} ref={area}>
      <h2 className="mb" id={`${id}-heading`}>
        {title}
      </h2>
      {failure?.isReported ? <FailedSave {...failure} spec={withPictureWords(section.form)} /> : null}
      {failure?.isReported && failure.unproved ? <ProofNote next="/admin/settings" /> : null}
      {isSaved ? <Alert tone="success">{savedWords(section, loaded.values)}</Alert> : null}
      {children}
      <Form
        method="post"
        action={`/admin/settings#${id}`}
        encType={section === pictureSection ? 'multipart/form-data' : undefined}
        noValidate
        key={versionPartOf(opened.version, section)}
      >
        <FormVersion
          version={version}
          isUnsaved={failure !== undefined}
          onSettled={() => setOpened(loaded)}
        />
        <FieldRows
          spec={withTimeZones(form, loaded.timeZones)}
          values={values}
          problems={failure?.problems ?? {}}
          pictures={failure?.pictures ?? opened.pictures}
          below={(field) => <Theirs spec={field} failure={failure} />}
        />
        <div className="actions">
          <button type="submit" className="button button--primary" aria-describedby={`${id}-heading`}>
            Save
          </button>
        </div>
      </Form>
    </section>
  );
}

function savedWords({ id, title }: TownSection, values: FormValues): string {
  const done = id === 'site' ? `The site is called “${values.title}”.` : `“${title}” was saved.`;
  return `${messages.saved} ${done}`;
}
