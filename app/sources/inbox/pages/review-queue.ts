/** Sends decisions in the background, in the browser, so that reviewing never waits for the server. */

/** What is sent of a decision, as its form would: `key` identifies it in the response. */
export type SentDecision = { key: string; ids: string[]; do: string; [field: string]: string | string[] };

/** `batch` undoes it. `failed` still wait, with the reason by their ids; `problem` is a sentence about all of it. */
export type DecisionResult = {
  key: string;
  batch: string | null;
  summary: string;
  failed: Record<string, string>;
  problem?: string;
};

type QueueOptions = {
  /** The address that accepts decisions. */
  address: string;
  onResult: (result: DecisionResult) => void;
  /** These decisions did not reach the server; the reason is a sentence. */
  onFailure: (decisions: SentDecision[], reason: string) => void;
  /** The server has carried out everything that was decided. */
  onIdle: () => void;
};

export type ReviewQueue = {
  add: (decision: SentDecision) => void;
  /** Takes back a decision that was not sent yet; returns whether it did. */
  takeBack: (key: string) => boolean;
  /** Sends everything at once, because the page is about to close. */
  close: () => void;
};

const OFFLINE = 'The site could not be reached.';
const LOGGED_OUT = 'You are logged out. Log in again in another tab.';

/** A queue that sends one request at a time, with everything that was decided meanwhile, in its order. */
export function openQueue({ address, onResult, onFailure, onIdle }: QueueOptions): ReviewQueue {
  let waiting: SentDecision[] = [];
  let isBusy = false;

  const send = async () => {
    if (isBusy || waiting.length === 0) return;
    isBusy = true;
    const sent = waiting;
    waiting = [];
    try {
      const response = await fetch(address, {
        method: 'POST',
        body: bodyOf(sent),
        redirect: 'manual',
        keepalive: true,
      });
      if (!response.ok) onFailure(sent, response.type === 'opaqueredirect' ? LOGGED_OUT : OFFLINE);
      else {
        for (const result of (await response.json()) as DecisionResult[]) onResult(result);
        if (waiting.length === 0) onIdle();
      }
    } catch {
      onFailure(sent, OFFLINE);
    }
    isBusy = false;
    void send();
  };

  return {
    add: (decision) => {
      waiting.push(decision);
      void send();
    },
    takeBack: (key) => {
      const before = waiting.length;
      waiting = waiting.filter((decision) => decision.key !== key);
      return waiting.length < before;
    },
    close: () => {
      if (waiting.length > 0) navigator.sendBeacon(address, bodyOf(waiting));
      waiting = [];
    },
  };
}

function bodyOf(decisions: SentDecision[]): URLSearchParams {
  return new URLSearchParams({ decisions: JSON.stringify(decisions) });
}
