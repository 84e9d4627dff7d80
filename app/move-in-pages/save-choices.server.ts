import { textOf } from '#app/accounts/form-field.ts';
import type { WriteDb } from '#app/database/handles.ts';
import { decisions } from '#app/move-in/choices.ts';
import { pictureChoices } from '#app/move-in/move-in.ts';
import { type MoveIn, saveMoveInOptions } from '#app/move-in/move-in-store.server.ts';

/**
 * Saves what the report's form chose. True if the import can be requested, or was already with the same choices; false
 * if the report has changed since the form was shown.
 */
export async function saveChoices(db: WriteDb, moveIn: MoveIn, form: FormData): Promise<boolean> {
  const version = textOf(form, 'version');
  const choices = { ...moveIn.options.choices };
  for (const decision of decisions) {
    const sent = textOf(form, `choice-${decision.class}`);
    if (decision.choices.some(({ value }) => value === sent)) choices[decision.class] = sent;
  }
  const pictures =
    pictureChoices.find((each) => each === textOf(form, 'pictures')) ?? moveIn.options.pictures;
  const options = { ...moveIn.options, choices, pictures };
  const isSame = JSON.stringify(options) === JSON.stringify(moveIn.options);
  if (version !== '' && version !== String(moveIn.version)) return isSame;
  return isSame || saveMoveInOptions(db, moveIn.id, options);
}
