import { Fragment } from 'react';
import { Link } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { syncMembers } from '#app/newsletter/subscribers/sync-members.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import { messages } from '#app/platform/messages.ts';
import { formatShortDate, formatTime } from '#app/platform/time/town-time.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import type { Route } from './+types/subscriber-page';
import { requireSubscriber } from './require-subscriber.server.ts';
import { changesOf, choiceWordsOf, ERASED, flagWords, stateNoteOf, stateWords } from './subscriber-words.ts';

/** Everything about one subscriber, and what can be changed. */
export async function loader(args: Route.LoaderArgs) {
  const { read, write, town, now } = writeContext(args);
  await syncMembers(write, now);
  const subscriber = await requireSubscriber(read, args.params.id);
  const { id, address, state, flag, consentSource, consentAt, createdAt, bouncedAt, bounceReply, userId } =
    subscriber;
  const at = (instant: number) => `${formatShortDate(instant, town)}, ${formatTime(instant, town)}`;
  return {
    id,
    address: address ?? ERASED,
    state: stateWords[state],
    facts: [
      { name: 'State', text: stateNoteOf(subscriber, town) },
      { name: 'Gets', text: choiceWordsOf(subscriber) },
      { name: 'Consent', text: consentSource ? `${consentSource}, ${at(consentAt)}` : 'Not recorded' },
      { name: 'Added', text: at(createdAt) },
      { name: 'Account', text: userId ? 'The address of a member' : 'None' },
      ...(flag ? [{ name: 'Flag', text: flagWords[flag] }] : []),
      ...(bouncedAt ? [{ name: 'Last bounce', text: at(bouncedAt) }] : []),
      ...(bounceReply ? [{ name: 'Mail server', text: bounceReply }] : []),
    ],
    changes: changesOf(subscriber),
    isUnsubscribed: state === 'unsubscribed',
    isSaved: args.url.searchParams.has('saved'),
  };
}

export default function SubscriberPage({ loaderData }: Route.ComponentProps) {
  const { id, address, state, facts, changes, isUnsubscribed, isSaved } = loaderData;
  return (
    <AdminPage
      heading={address}
      parent={{ to: '/admin/newsletter/subscribers', label: 'Subscribers' }}
      status={
        <p>
          <span className={`badge ${state.tone}`}>{state.label}</span>
        </p>
      }
      notices={isSaved ? <Alert tone="success">{messages.saved}</Alert> : null}
    >
      <dl className="facts">
        {facts.map(({ name, text }) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </Fragment>
        ))}
      </dl>
      {isUnsubscribed ? (
        <p className="muted">Only the person can subscribe again, with the form or the link of an email.</p>
      ) : null}
      {changes.length > 0 ? (
        <p className="actions">
          {changes.map(({ name, label }) => (
            <Link className="button" to={`/admin/newsletter/subscribers/${id}/${name}`} key={name}>
              {label}…
            </Link>
          ))}
        </p>
      ) : null}
    </AdminPage>
  );
}
