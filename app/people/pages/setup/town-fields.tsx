import { useEffect, useState } from 'react';
import { CredentialField } from '#app/people/pages/login/credential-field.tsx';
import { FILLED_ZONE, type TownNames } from './town-names-input.ts';

type TownFieldsProps = {
  values: TownNames | undefined;
  problems: Partial<Record<string, string>>;
  timeZones: string[];
  /** What is left empty stays as it is; undefined where all are required. */
  present: { title: string; place: string } | undefined;
};

/** The setup fields about the town. */
export function TownFields({ values, problems, timeZones, present }: TownFieldsProps) {
  const isOptional = present !== undefined;
  const shared = (name: keyof TownNames) => ({
    name,
    value: values?.[name],
    problem: problems[name],
    isOptional,
  });
  const own = useOwnTimeZone(timeZones);
  const zone = values?.timeZone || own;
  return (
    <>
      <h2 className="mt mb">Your town</h2>
      {present ? (
        <p className="mb">
          Optional: what you leave empty stays as it is now, {present.title} in {present.place}.
        </p>
      ) : null}
      <input type="hidden" name={FILLED_ZONE} value={own} />
      <CredentialField {...shared('town')} label="Town" type="text" mayFill="off" />
      <CredentialField {...shared('state')} label="State" type="text" mayFill="off" />
      <CredentialField
        {...shared('title')}
        label="Site title"
        type="text"
        mayFill="off"
        hint="What a neighbor would call it."
      />
      <CredentialField
        {...shared('timeZone')}
        key={zone}
        value={zone}
        label="Time zone"
        type="text"
        mayFill="off"
        hint="Type a city or region, such as New York, and choose from the list. Dates and times on the site use this zone."
        choices={timeZones}
      />
      <CredentialField
        {...shared('contactEmail')}
        label="Contact address"
        type="text"
        mayFill="off"
        hint="An email address, shown on the Contact page."
      />
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
