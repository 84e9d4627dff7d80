import { countUrgent } from '#app/newsletter/sending/forecast.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import type { Town } from '#app/town/town.ts';

/** Who gets the email of a notice, for the form. */
export async function findEmailHint(
  db: ReadDb,
  { smtpUrl }: Pick<Settings, 'smtpUrl'>,
  { locale }: Town,
): Promise<string> {
  if (smtpUrl === undefined) return 'This site can’t send email yet, so it would reach nobody.';
  const count = await countUrgent(db);
  const people = count === 1 ? '1 person' : `${new Intl.NumberFormat(locale).format(count)} people`;
  return `To the ${people} who chose urgent notices. An email can’t be taken back.`;
}
