/** A role that ends while a request changes something: the change is refused, whatever it is. */
import { findUser } from '#app/people/accounts/user-store.server.ts';
import { findRole } from '#app/people/administrator/find-role.server.ts';
import { limitToPerson } from '#app/people/tokens/limit-token.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { checkedFirst, heldFor } from '#app/platform/database/transaction.ts';
import type { RequestContext } from './context.ts';
import { NotPermittedError } from './not-permitted.ts';
import { hasRole, levelOf, type Policy } from './policy.ts';

/**
 * From now on, each transaction of this request first makes sure that its sender still has the role that `policy` needs,
 * and no one can take it from them until it ends. Throws NotPermittedError there. Policies without a role and
 * requests that only read are unchanged.
 */
export function recheckRole(requestContext: RequestContext, policy: Policy): void {
  const { services, method } = requestContext;
  const level = levelOf(policy);
  if (!level || method === 'GET' || method === 'HEAD') return;
  const { auth } = services;
  const check = async (transaction: WriteDb) => {
    const role = await findRoleNow(transaction, { ...requestContext, services });
    if (role === 'member') throw new NotPermittedError(ENDED);
    if (!hasRole(role, level)) throw new NotPermittedError(CHANGED);
  };
  requestContext.services = {
    ...services,
    write: checkedFirst(services.write, check),
    auth: { ...auth, db: checkedFirst(auth.db, check) },
  };
}

const ENDED = 'You no longer work on this site. What you sent was not completed.';
const CHANGED =
  'Your role on this site has changed and no longer includes this. What you sent was not completed.';

async function findRoleNow(db: WriteDb, { services, viewer, token }: RequestContext) {
  const person = typeof token === 'string' ? viewer.kind !== 'visitor' && viewer.userId : token.userId;
  if (person) await hold(db, person);
  if (typeof token !== 'string')
    return (await limitToPerson({ ...services.auth, db }, token))?.role ?? 'member';
  const user = person ? await findUser(db, person) : undefined;
  return user ? findRole(db, services.settings, user) : 'member';
}

async function hold(db: WriteDb, person: string): Promise<void> {
  await db
    .selectFrom('site_user')
    .select('id')
    .where('id', '=', person)
    .modifyEnd(heldFor(db, 'share', 'site_user'))
    .execute();
}
