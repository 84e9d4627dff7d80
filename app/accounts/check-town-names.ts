import { type Town, townSchema } from '#app/town/town.ts';
import { setupFields } from '#app/town/town-names.ts';
import { textOf } from './form-field.ts';

export type TownNames = Pick<Town, (typeof setupFields)[number]>;

type Checked =
  | { names: TownNames; problems?: undefined; typed: TownNames }
  | { names?: undefined; problems: Partial<Record<keyof TownNames, string>>; typed: TownNames };

const namesSchema = townSchema.pick({
  title: true,
  town: true,
  state: true,
  timeZone: true,
  contactEmail: true,
});

/** The town's names entered at setup, validated as in Settings; `typed` is as it was sent. */
export function checkTownNames(form: FormData): Checked {
  const typed = Object.fromEntries(setupFields.map((name) => [name, textOf(form, name)])) as TownNames;
  const { success, data, error } = namesSchema.safeParse(typed);
  if (success) return { names: data, typed };
  const problems: Checked['problems'] = {};
  for (const { path, message } of error.issues) problems[path[0] as keyof TownNames] ??= message;
  return { problems, typed };
}
