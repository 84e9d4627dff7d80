import { useEffect } from 'react';
import { GOOGLE_CHANNEL, type GoogleSignal } from './google-signal.ts';

/** Sends the result to the site's other windows and closes this one, if a script opened it. Shows nothing. */
export function GoogleSignalSender({ signal }: { signal: GoogleSignal }) {
  useEffect(() => {
    const channel = new BroadcastChannel(GOOGLE_CHANNEL);
    channel.postMessage(signal);
    channel.close();
    window.close();
  }, [signal]);
  return null;
}
