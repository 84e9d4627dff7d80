import { useEffect, useState } from 'react';
import type { TownNames } from './check-town-names.ts';
import { CredentialField } from './credential-field.tsx';

type TownFieldsProps = {
  values: TownNames | undefined;
  problems: Partial<Record<string, string>>;
  timeZones: string[];
};

/** The setup fields about the town. */
export function TownFields({ values, problems, timeZones }: TownFieldsProps) {
  const shared = (name: keyof TownNames) => ({ name, value: values?.[name], problem: problems[name] });
  const zone = useOwnTimeZone(values?.timeZone ?? '', timeZones);
  return (
    <>
      <h2 className="mt mb">Your town</h2>
      <CredentialField {...shared('title')} label="Site title" type="text" mayFill="off" />
      <CredentialField {...shared('town')} label="Town" type="text" mayFill="off" />
      <CredentialField {...shared('state')} label="State" type="text" mayFill="off" />
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
        type="email"
        mayFill="off"
        hint="Shown on the Contact page."
      />
    </>
  );
}

/** What was typed, or else the zone of the browser once the page runs there. */
function useOwnTimeZone(typed: string, known: string[]): string {
  const [zone, setZone] = useState(typed);
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (typed === '' && known.includes(own)) setZone(own);
  }, [typed, known]);
  return zone;
}
