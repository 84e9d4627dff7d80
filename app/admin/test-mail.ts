import { redirect } from 'react-router';
import { writeVisit } from '#app/context.ts';
import { queueMail } from '#app/mail/mail-queue.server.ts';
import { formatLongDate, formatTime } from '#app/time/town-time.ts';
import type { Route } from './+types/test-mail';

/** Sends a test email to the administrator. */
export async function action(args: Route.ActionArgs) {
  const { write, services, viewer, town, now } = writeVisit(args);
  if (viewer.kind !== 'admin') return redirect('/', 303);
  const asked = `You requested this test on ${formatLongDate(now, town)} at ${formatTime(now, town)}.`;
  const paragraphs = ['If you can read this, the site can send email.', asked];
  try {
    await queueMail(write, { to: viewer.email, kind: 'test', subject: 'Test email', paragraphs }, now);
  } catch (error) {
    services.log.error({ err: error }, 'a test email could not be queued');
    return redirect('/admin/mail?failed=1', 303);
  }
  return redirect('/admin/mail?saved=1', 303);
}

export function loader() {
  return redirect('/admin/mail');
}
