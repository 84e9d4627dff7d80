import type { ReadDb } from '#app/platform/database/handles.ts';
import { findMailboxMemory } from '#app/platform/mail/mailbox-memory.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { findNewsletterPlan } from '#app/town/newsletter/newsletter-plan-store.server.ts';

/** Something that keeps issues from arriving, and where to change it. */
export type Obstacle = { text: string; href: string; link: string };

export async function findObstacles(
  db: ReadDb,
  { smtpUrl, imapUrl }: Pick<Settings, 'smtpUrl' | 'imapUrl'>,
): Promise<Obstacle[]> {
  const { postalAddress } = await findNewsletterPlan(db);
  const mailbox = imapUrl ? await findMailboxMemory(db) : undefined;
  const obstacles: (Obstacle | false)[] = [
    smtpUrl === undefined && {
      text: 'This site can’t send email yet, so no subscriber gets an issue.',
      href: '/admin/mail',
      link: 'Set up email',
    },
    !!mailbox?.problem && {
      text: `Bounces are not read. ${mailbox.problem}`,
      href: '/admin/mail',
      link: 'See Email',
    },
    postalAddress === '' && {
      text: 'Laws of many countries require a postal address at the bottom of each issue.',
      href: '/admin/newsletter/settings#postalAddress',
      link: 'Add it',
    },
  ];
  return obstacles.flatMap((obstacle) => obstacle || []);
}
