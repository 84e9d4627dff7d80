import { mailFolderOf, writeMailFile } from '#app/platform/mail/mail-folder.server.ts';
import { type MailWay, openMailServer } from '#app/platform/mail/mail-server.server.ts';
import type { Message } from '#app/platform/mail/mailer.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';

/** Where emails go: a connection to the mail server, the API of a provider, or the folder. */
export type Line = {
  isOpen: () => boolean;
  /** Returns the mail server's response. Throws MailError. `name` is that of the file, if it becomes one. */
  send: (message: Message, name: string, signal: AbortSignal) => Promise<string>;
  close: () => void;
};

/** Opens a line. Throws MailError. */
export type OpenLine = (signal: AbortSignal) => Promise<Line>;

/** The mail server or provider of `SMTP_URL`; without one, emails are written to the mail folder, as all others are. */
export function transportOf(
  {
    smtpUrl,
    url: siteUrl,
    dataFolder,
    fetchAllow,
  }: Pick<Settings, 'smtpUrl' | 'url' | 'dataFolder'> & Partial<Pick<Settings, 'fetchAllow'>>,
  limits: Pick<MailWay, 'connectMs' | 'totalMs'> = {},
): OpenLine {
  if (!smtpUrl) {
    const folder: Line = {
      isOpen: () => true,
      async send({ raw }, name) {
        await writeMailFile(mailFolderOf(dataFolder), name, raw);
        return `Saved as ${name}.eml`;
      },
      close: () => undefined,
    };
    return async () => folder;
  }
  return async (signal) => {
    const connection = await openMailServer({ smtpUrl, siteUrl, fetchAllow, ...limits }, signal);
    return { ...connection, send: (message, _name, cut) => connection.send(message, cut) };
  };
}
