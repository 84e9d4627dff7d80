/** Sends a form with large files, in the browser. */

/** In bytes, with everything around the files; `total` is 0 until it is known. */
export type Sending = { sent: number; total: number };

export type Upload = { stop: () => void };

type UploadEvents<Refusal> = {
  onProgress: (sending: Sending) => void;
  /** The address of the next page. */
  onAccepted: (to: string) => void;
  onRefused: (refusal: Refusal) => void;
  /** Anything else, as a sentence. */
  onFailed: (problem: string) => void;
};

/** Begins to send a form. The response is JSON: `{ to }`, or why it was refused. */
export function openUpload<Refusal>(
  address: string,
  form: FormData,
  { onProgress, onAccepted, onRefused, onFailed }: UploadEvents<Refusal>,
): Upload {
  const request = new XMLHttpRequest();
  request.upload.onprogress = ({ loaded, total }) => onProgress({ sent: loaded, total });
  request.onload = () => {
    const json = parse(request.responseText);
    if (!json) onFailed(failureOf(request, address));
    else if ('to' in json) onAccepted(String(json.to));
    else onRefused(json as Refusal);
  };
  request.onerror = () => onFailed('The connection was lost. Your files are still chosen: try again.');
  request.open('POST', address);
  request.send(form);
  return { stop: () => request.abort() };
}

function failureOf({ status, responseURL }: XMLHttpRequest, address: string): string {
  if (status === 413) return 'The files are too large to be sent together.';
  if (status === 403) return 'This site does not accept changes now. Reload the page to see why.';
  if (status === 404) return 'This page is gone. Reload it to see why.';
  const isLoggedOut = address.startsWith('/admin') && (status === 401 || !responseURL.endsWith(address));
  if (isLoggedOut) return 'You are logged out. Log in in another tab, then send your files again here.';
  return 'The files could not be saved. They are still chosen: try again in a few minutes.';
}

function parse(text: string): object | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null ? json : undefined;
  } catch {
    return undefined;
  }
}
