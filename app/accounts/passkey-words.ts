/** Said after every login with a passkey that failed, whatever the reason. */
export const PASSKEY_REFUSED =
  'If the passkey was removed from your account, remove it from your device too. Your password still works.';

/** Said when the button was used in a browser that runs no script. */
export const NEEDS_SCRIPT = 'Passkeys need JavaScript. Your password works without it.';
