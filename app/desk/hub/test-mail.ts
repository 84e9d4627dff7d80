import { redirect } from 'react-router';
import { writeContext } from '#app/people/request/context.ts';
import { queueMail } from '#app/platform/mail/mail-queue.server.ts';
import { formatLongDate, formatTime } from '#app/platform/time/town-time.ts';
import type { Route } from './+types/test-mail';
import { actAndReturn } from './act-and-return.server.ts';

const PATH = '/admin/mail';

/** Sends a test email to the administrator. */
export function action(args: Route.ActionArgs) {
  const { write, viewer, town, now } = writeContext(args);
  if (viewer.kind !== 'admin') return redirect('/', 303);
  const asked = `You requested this test on ${formatLongDate(now, town)} at ${formatTime(now, town)}.`;
  const paragraphs = ['If you can read this, the site can send email.', asked];
  return actAndReturn(args, PATH, 'a test email could not be queued', () =>
    queueMail(write, { to: viewer.email, kind: 'test', subject: 'Test email', paragraphs }, now),
  );
}

export function loader() {
  return redirect(PATH);
}
