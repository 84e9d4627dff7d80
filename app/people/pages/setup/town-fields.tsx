import { useEffect, useState } from 'react';
import { CredentialField } from '#app/people/pages/login/credential-field.tsx';
import { FILLED_ZONE, type TownNames, townNamesForm } from './town-names-input.ts';

type TownFieldsProps = {
  values: TownNames | undefined;
  problems: Partial<Record<string, string>>;
  timeZones: string[];
  /** What is left empty stays as it is; undefined where all are required. */
  present: { title: string; place: string } | undefined;
};

/** The set-up fields about the town. */
export function TownFields({ values, problems, timeZones, present }: TownFieldsProps) {
  const own = useOwnTimeZone(timeZones);
  const zone = values?.timeZone || own;
  const choices = timeZones.map((each) => ({ value: each, label: each }));
  return (
    <>
      <h2 className="mt mb">Your town</h2>
      {present ? (
        <p className="mb">
          Optional: what you leave empty stays as it is now, {present.title} in {present.place}.
        </p>
      ) : null}
      <input type="hidden" name={FILLED_ZONE} value={own} />
      {townNamesForm.flat().map((field) => {
        const isZone = field.name === 'timeZone';
        return (
          <CredentialField
            key={isZone ? zone : field.name}
            spec={{ ...field, required: !present, ...(isZone && { choices }) }}
            value={isZone ? zone : values?.[field.name]}
            problem={problems[field.name]}
          />
        );
      })}
    </>
  );
}

/** The zone of the browser once the page runs there; '' before, and where the site doesn't know it. */
function useOwnTimeZone(known: string[]): string {
  const [zone, setZone] = useState('');
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (known.includes(own)) setZone(own);
  }, [known]);
  return zone;
}
