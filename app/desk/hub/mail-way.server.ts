import { requestContextKey } from '#app/people/request/context.ts';
import { mailFolderOf } from '#app/platform/mail/mail-folder.server.ts';

type Args = { context: { get: (context: typeof requestContextKey) => { services: Services } } };
type Services = { settings: { smtpUrl: string | undefined; dataFolder: string } };

/** Where emails are written as files; null if a mail server sends them. */
export function findMailFolder({ context }: Args): string | null {
  const { smtpUrl, dataFolder } = context.get(requestContextKey).services.settings;
  return smtpUrl ? null : mailFolderOf(dataFolder);
}
