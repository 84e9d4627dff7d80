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
  return (
    <>
      <CredentialField {...shared('title')} label="Site title" type="text" mayFill="off" />
      <CredentialField {...shared('town')} label="Town" type="text" mayFill="off" />
      <CredentialField {...shared('state')} label="State" type="text" mayFill="off" />
      <CredentialField
        {...shared('timeZone')}
        label="Time zone"
        type="text"
        mayFill="off"
        hint="For example America/New_York. Dates and times on the site use this zone."
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
