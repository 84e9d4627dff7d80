import type { Settings } from '#app/platform/settings/settings.server.ts';

/** Stands for what pages say about an email that they sent; '' where a mail server sends it. */
export function storedMailNote({ smtpUrl }: Pick<Settings, 'smtpUrl'>): string {
  return smtpUrl === undefined
    ? 'This site can’t send email yet, so the email is only saved as a file on its server. Contact the owner.'
    : '';
}
