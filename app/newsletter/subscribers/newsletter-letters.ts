import type { Letter } from '#app/platform/mail/mail-queue.server.ts';
import { confirmPath, preferencesPath } from '#app/town/newsletter/newsletter-paths.ts';

/** The newsletter that an email is about: its name, and the site's public origin. */
export type NamedNewsletter = { name: string; url: string };

/** To an address that someone entered in the form: nothing is sent there until the page's button is pressed. */
export function confirmLetter(to: string, { name, url }: NamedNewsletter, token: string): Letter {
  return {
    to,
    kind: 'confirm-newsletter',
    subject: `Confirm your subscription to ${name}`,
    paragraphs: [
      `Someone (probably you) asked for ${name}, the newsletter of ${new URL(url).host}, at this address.`,
      'Open the page below and press its button to get it. Until then, we won’t send you anything.',
    ],
    action: { label: 'Confirm my subscription', url: url + confirmPath(token) },
    footnote:
      'The link works for seven days. If this wasn’t you, ignore this email, and you won’t get the newsletter.',
  };
}

/** To a subscriber whose address someone entered in the form again. */
export function alreadySubscribedLetter(to: string, { name, url }: NamedNewsletter, token: string): Letter {
  return {
    to,
    kind: 'newsletter-known',
    subject: `You already get ${name}`,
    paragraphs: [
      `Someone (probably you) asked for ${name}, the newsletter of ${new URL(url).host}, at this address. You already get it, and nothing has changed.`,
      'If you don’t see it in your inbox, check your spam folder, or whether you chose to get it less often.',
    ],
    action: { label: 'Change what you get', url: url + preferencesPath(token) },
    footnote: 'Keep this email private: its link opens your preferences.',
  };
}

/** To the new address of a subscriber. */
export function newAddressLetter(to: string, { name, url }: NamedNewsletter, token: string): Letter {
  return {
    to,
    kind: 'confirm-newsletter',
    subject: `Confirm your new address for ${name}`,
    paragraphs: [
      `A subscriber of ${name}, the newsletter of ${new URL(url).host}, wants to get it at this address from now on.`,
      'Open the page below and press its button if that was you. Until then, we won’t send you anything.',
    ],
    action: { label: 'Use this address', url: url + confirmPath(token) },
    footnote: 'The link works for seven days. If this wasn’t you, ignore this email.',
  };
}
