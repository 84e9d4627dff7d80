import { redirect } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { ConfirmationForm } from '#app/desk/hub/confirmation-page.tsx';
import { readContext, writeContext } from '#app/people/request/context.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { readAction, readDecision } from '#app/sources/inbox/decision.ts';
import { runDecision } from '#app/sources/inbox/decisions.server.ts';
import { countStacks, listMatching } from '#app/sources/inbox/inbox-store.server.ts';
import type { Route } from './+types/inbox-bulk';
import { filterParameters, readFilter } from './inbox-filter.ts';
import { returnTo } from './inbox-return.server.ts';

/** The most entries of a request, so that it ends before proxies give up. The inbox then says how many are left. */
const MOST = 2000;

/** `/admin/inbox/all?do=discard&show=news`: asks before a decision about everything that matches a filter. */
export async function loader(args: Route.LoaderArgs) {
  const { read, now } = readContext(args);
  const query = args.url.searchParams;
  const filter = readFilter(query);
  const action = readAction(query.get('do'));
  const { shows } = await countStacks(read, { filter, now });
  if (!action || !Object.hasOwn(words, action) || shows[filter.show] === 0) throw redirect('/admin/inbox');
  return { action, count: shows[filter.show], fields: [...query], now };
}

const bulkForm = [hidden('do', 'until', 'show', 'source', 'older')];

/** Decides about everything that matches and had arrived when the page asked. */
export async function action(args: Route.ActionArgs) {
  const { values, asked: askedAt } = await readForm(args.request, bulkForm);
  const { read, town, now } = writeContext(args);
  const filter = readFilter(new URLSearchParams(values));
  const { decision } = readDecision(values.do, values, { town, now });
  if (!decision) return redirect('/admin/inbox', 303);
  const asked = Number(askedAt) || now;
  const ids = await listMatching(read, { filter, now, until: asked }, MOST);
  const isPart = ids.length === MOST;
  const back = isPart ? `/admin/inbox?${filterParameters(filter)}` : '/admin/inbox';
  const decided = await runDecision(args, ids, decision, { whole: false });
  return returnTo(back, ids, decided, { isPart });
}

const words = {
  publish: { heading: 'Publish', text: 'They appear on the site at once.', isDangerous: false },
  discard: {
    heading: 'Discard',
    text: 'They don’t come back, even if their source keeps listing them.',
    isDangerous: true,
  },
  snooze: { heading: 'Snooze', text: 'They return to the inbox tomorrow at 7:00 AM.', isDangerous: false },
} as const;

export default function InboxBulk({ loaderData: { action, count, fields, now } }: Route.ComponentProps) {
  const { heading, text, isDangerous } = words[action as keyof typeof words];
  const items = count === 1 ? '1 item' : `all ${count} items`;
  return (
    <AdminPage heading={`${heading} ${items}?`} title={`${heading} ${items}`}>
      <p>{text} You can undo this.</p>
      <ConfirmationForm
        fields={{ ...Object.fromEntries(fields), asked: now, until: 'tomorrow' }}
        submit={`${heading} ${items}`}
        isDangerous={isDangerous}
        cancel="/admin/inbox"
      />
    </AdminPage>
  );
}
