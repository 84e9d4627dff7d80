/** Shown after every failed passkey login, whatever the reason. */
export const PASSKEY_REFUSED =
  'If the passkey was removed from your account, remove it from your device too. Your password still works.';

/** Shown when the button was used without JavaScript. */
export const NEEDS_SCRIPT = 'Passkeys need JavaScript. Your password works without it.';
