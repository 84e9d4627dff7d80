import { textOf } from '#app/people/pages/login/form-field.ts';
import { townSchema } from '#app/town/town.ts';
import { setupFields } from '#app/town/town-names.ts';
import { FILLED_ZONE, type TownNames } from './town-names-input.ts';

type Checked =
  | { names: Partial<TownNames>; problems?: undefined; typed: TownNames }
  | { names?: undefined; problems: Partial<Record<keyof TownNames, string>>; typed: TownNames };

const namesSchema = townSchema.pick({
  title: true,
  town: true,
  state: true,
  timeZone: true,
  contactEmail: true,
});

/**
 * The town's names entered at setup, validated as in Settings; `typed` is as it was sent. Where they are optional, those
 * left empty are missing in `names`, as is a time zone that only the browser filled in when nothing else was typed.
 */
export function checkTownNames(form: FormData, { areOptional }: { areOptional: boolean }): Checked {
  const typed = Object.fromEntries(setupFields.map((name) => [name, textOf(form, name)])) as TownNames;
  const given = Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== ''));
  const isUntouched =
    Object.keys(given).join() === 'timeZone' && typed.timeZone === textOf(form, FILLED_ZONE);
  const { success, data, error } = areOptional
    ? namesSchema.partial().safeParse(isUntouched ? {} : given)
    : namesSchema.safeParse(typed);
  if (success) return { names: data, typed };
  const problems: Checked['problems'] = {};
  for (const { path, message } of error.issues) problems[path[0] as keyof TownNames] ??= message;
  return { problems, typed };
}
