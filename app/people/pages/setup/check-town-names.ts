import { problemsByField } from '#app/platform/forms/field-problems.ts';
import { townSchema } from '#app/town/town.ts';
import type { TownNames } from './town-names-input.ts';

type Checked =
  | { names: Partial<TownNames>; problems?: undefined }
  | { names?: undefined; problems: Partial<Record<keyof TownNames, string>> };

const namesSchema = townSchema.pick({
  title: true,
  town: true,
  state: true,
  timeZone: true,
  contactEmail: true,
});

/**
 * The town's names entered at set-up, validated as in Settings; `filledZone` is what the browser filled in. Where they are optional, those
 * left empty are missing in `names`, as is a time zone that only the browser filled in when nothing else was typed.
 */
export function checkTownNames(
  typed: TownNames,
  { areOptional, filledZone }: { areOptional: boolean; filledZone: string },
): Checked {
  const given = Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== ''));
  const isUntouched = Object.keys(given).join() === 'timeZone' && typed.timeZone === filledZone;
  const { success, data, error } = areOptional
    ? namesSchema.partial().safeParse(isUntouched ? {} : given)
    : namesSchema.safeParse(typed);
  if (success) return { names: data };
  return { problems: problemsByField(error) };
}
