import { TRASH_DAYS } from '#app/items/trash/trash-days.ts';
import { requestContextKey } from '#app/people/request/context.ts';

type Args = { context: { get: (key: typeof requestContextKey) => { services: Services } } };
type Services = {
  settings: {
    google: unknown;
    smtpUrl: string | undefined;
    databaseUrl: string | undefined;
    mediaBucket: unknown;
  };
};

/** What the site really does with data, from its settings: sentences for the privacy policy. */
export function listPrivacyFacts({ context }: Args): string[] {
  const { google, smtpUrl, databaseUrl, mediaBucket } = context.get(requestContextKey).services.settings;
  return [
    google
      ? 'You can log in with Google. Google is contacted only if you choose that.'
      : 'Nobody can log in with Google or another company here.',
    smtpUrl
      ? 'Emails are sent through the mail server of the site’s owner.'
      : 'No emails are sent: the site has no mail server.',
    databaseUrl
      ? 'Accounts and texts are in a PostgreSQL database.'
      : 'Accounts and texts are in one file on the site’s own machine.',
    mediaBucket ? 'Pictures are in an S3 storage service.' : 'Pictures are on the site’s own machine.',
    `What an editor deletes stays in the trash for ${TRASH_DAYS} days.`,
  ];
}
