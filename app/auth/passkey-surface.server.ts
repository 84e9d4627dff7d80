import { saveOfferAnswer } from '#app/passkeys/passkey-offer.server.ts';
import { removePasskeys, renamePasskey } from '#app/passkeys/passkey-store.server.ts';
import { findRecoveryCodesStatus, removeRecoveryCodes } from '#app/passkeys/recovery-code-store.server.ts';
import { relyingPartyOf } from '#app/passkeys/relying-party.ts';
import type { Desk } from './desk.server.ts';
import * as own from './own-passkeys.server.ts';
import * as sessions from './own-sessions.server.ts';
import * as signIn from './passkey-sign-in.server.ts';
import { makeRecoveryCodes } from './recovery.server.ts';

/** The functions for passkeys, recovery codes and sessions, over a desk, as pages call them. */
export function passkeysOver(desk: Desk) {
  const { db, settings } = desk;
  return {
    /** Whether browsers can use passkeys on the site's public address. */
    isPossible: relyingPartyOf(settings.url) !== undefined,
    askForLogin: bind(signIn.askForLogin, desk),
    askForProof: bind(signIn.askForProof, desk),
    askForNew: bind(own.askForNewPasskey, desk),
    logIn: bind(signIn.logInByPasskey, desk),
    prove: bind(signIn.proveByPasskey, desk),
    list: bind(own.listOwnPasskeys, desk),
    add: bind(own.addOwnPasskey, desk),
    rename: bind(renamePasskey, db),
    remove: bind(own.removeOwnPasskey, desk),
    /** For the operator: with the recovery codes. Returns how many passkeys there were. */
    async removeAll(userId: string): Promise<number> {
      await removeRecoveryCodes(db, userId);
      return removePasskeys(db, userId);
    },
    findOffer: bind(own.findPasskeyOffer, desk),
    answerOffer: bind(saveOfferAnswer, db),
  };
}

export function recoveryOver(desk: Desk) {
  return {
    findStatus: bind(findRecoveryCodesStatus, desk.db),
    createCodes: bind(makeRecoveryCodes, desk),
  };
}

export function sessionsOver(desk: Desk) {
  return {
    list: bind(sessions.listOwnSessions, desk),
    end: bind(sessions.endOwnSession, desk),
    endOthers: bind(sessions.endOtherSessions, desk),
  };
}

function bind<First, Rest extends unknown[], Result>(
  work: (first: First, ...rest: Rest) => Result,
  first: First,
): (...rest: Rest) => Result {
  return (...rest) => work(first, ...rest);
}
