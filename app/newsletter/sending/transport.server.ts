import { mailFolderOf, writeMailFile } from '#app/platform/mail/mail-folder.server.ts';
import { type Message, openSmtp, type SmtpWay } from '#app/platform/mail/mailer.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';

/** Where emails go: an open connection to the mail server, or the folder. */
export type Line = {
  isOpen: () => boolean;
  /** Returns the mail server's response. Throws MailError. `name` is that of the file, if it becomes one. */
  send: (message: Message, name: string, signal: AbortSignal) => Promise<string>;
  close: () => void;
};

/** Opens a line. Throws MailError. */
export type OpenLine = (signal: AbortSignal) => Promise<Line>;

/** The mail server of `SMTP_URL`; without one, emails are written to the mail folder, as all others are. */
export function transportOf(
  { smtpUrl, url, dataFolder }: Pick<Settings, 'smtpUrl' | 'url' | 'dataFolder'>,
  limits: Pick<SmtpWay, 'connectMs' | 'totalMs'> = {},
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
    const connection = await openSmtp({ smtpUrl, siteUrl: url, ...limits }, signal);
    return { ...connection, send: (message, _name, cut) => connection.send(message, cut) };
  };
}
