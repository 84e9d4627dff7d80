import { visitContext } from '#app/people/request/context.ts';
import { mailFolderOf } from '#app/platform/mail/mail-folder.server.ts';

type Args = { context: { get: (context: typeof visitContext) => { services: Services } } };
type Services = { settings: { smtpUrl: string | undefined; dataFolder: string } };

/** Where emails are written as files; null if a mail server sends them. */
export function findMailFolder({ context }: Args): string | null {
  const { smtpUrl, dataFolder } = context.get(visitContext).services.settings;
  return smtpUrl ? null : mailFolderOf(dataFolder);
}
