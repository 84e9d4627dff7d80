import { data, redirect } from 'react-router';
import { FailedSave } from '#app/desk/form/failed-save.tsx';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { ConfirmationButtons } from '#app/desk/hub/confirmation-page.tsx';
import { callerOf } from '#app/people/pages/login/caller-of.ts';
import { isHeldBack, respondTooMany } from '#app/people/pages/login/too-many-attempts.ts';
import { proveByPassword } from '#app/people/passwords/own-password.server.ts';
import { requestContextKey, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { endOffer, findOffer, offerRole } from '#app/people/team/administrator-offer.server.ts';
import { findPerson, nameOfPerson } from '#app/people/team/person-store.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { defineForm, hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { Field } from '#app/platform/ui/field.tsx';
import type { Route } from './+types/transfer-page';

const PATH = '/admin/people';

/** Offers the administrator's role to a person. Nothing changes until they accept. */
export async function loader(args: Route.LoaderArgs) {
  const { services, read, now } = args.context.get(requestContextKey);
  const person = await findPerson(services.auth, args.params.id);
  if (!person) throw data(null, { status: 404 });
  const isOffered = (await findOffer(read, now))?.toUser === person.id;
  return { id: person.id, name: nameOfPerson(person), isOffered };
}

const passwordForm = defineForm([
  [
    {
      name: 'password',
      label: 'Your password',
      kind: 'password',
      required: true,
      fill: 'current-password',
    },
  ],
]);
const form = [...passwordForm, hidden('do')];

/** The administrator enters their password, however recent their login is. */
export async function action(args: Route.ActionArgs) {
  const { services, viewer, town } = writeContext(args);
  const { auth } = services;
  const { values } = await readForm(args.request, form);
  const person = await findPerson(auth, args.params.id);
  if (!person || viewer.kind === 'visitor') return redirect(`${PATH}?done=gone`, 303);
  if (values.do === 'retract') {
    const isEnded = await endOffer(auth, person.id);
    if (isEnded) await recordActivity(args, 'administrator-offer-ended', nameOfPerson(person));
    return redirect(`${PATH}?done=${isEnded ? 'retracted' : 'gone'}`, 303);
  }
  const { userId } = viewer;
  const proof = await proveByPassword(
    auth,
    { request: args.request, userId, password: values.password },
    callerOf(args),
  );
  if (isHeldBack(proof)) return respondTooMany(args, proof, {});
  if (proof.kind === 'wrong') {
    await recordActivity(args, 'proof-refused');
    return failedForm(400, {}, { problems: { password: 'This is not your password' } });
  }
  if (!(await offerRole(auth, { from: userId, to: person.id, title: town.title })))
    return redirect(`${PATH}?done=gone`, 303);
  await recordActivity(args, 'administrator-offered', nameOfPerson(person));
  return redirect(`${PATH}?done=offered`, 303);
}

export default function TransferPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, isOffered } = loaderData;
  const parent = { to: `${PATH}/${id}`, label: name };
  const action = `${PATH}/${id}/administrator`;
  return (
    <AdminPage
      isForm
      heading={`Make ${name} the administrator?`}
      parent={parent}
      notices={actionData ? <FailedSave {...actionData} spec={passwordForm} /> : null}
    >
      <p className="mb">
        {name} gets an email and has to accept with their password. Then {name} alone has the settings, the
        people, API tokens, import, redirects and backups, and you are an editor. You can’t undo this
        yourself: only {name} can transfer the role back.
      </p>
      <form method="post" action={action} className="panel form">
        <Field spec={passwordForm[0][0]} value="" problem={actionData?.problems.password} />
        <p className="actions">
          <ConfirmationButtons
            submit={isOffered ? 'Offer it again' : 'Offer the role'}
            cancel={parent.to}
            hasFocus={false}
          />
        </p>
      </form>
      {isOffered ? (
        <form method="post" action={action} className="mt">
          <button type="submit" className="button" name="do" value="retract">
            Withdraw the offer
          </button>
        </form>
      ) : null}
    </AdminPage>
  );
}
