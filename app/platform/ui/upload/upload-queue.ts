/** Uploads pictures to the library, in the browser. */

/** A picture of the library as the API returns it, with what the browser uses of it. */
export type LibraryPicture = {
  id: string;
  /** The address of the largest JPEG. */
  url: string;
  name: string;
  width: number;
  height: number;
  alt: string | null;
  decorative: boolean;
  caption: string | null;
  credit: string | null;
  focalPoint: number;
  usedBy: { collection: string; id: string }[];
};

/**
 * One file on its way. `sent` is the part that has arrived, from 0 to 1; at 1 the server still reads the picture. A
 * failed one has a `problem`, and can be sent again unless the server has refused the file itself.
 */
export type FileUpload = {
  key: number;
  name: string;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  sent: number;
  problem: string;
  canRetry: boolean;
  picture: LibraryPicture | null;
};

export type UploadQueue = {
  add: (files: File[]) => number[];
  retry: (key: number) => void;
  /** Removes it from the list, and stops it when it is on its way. */
  dismiss: (key: number) => void;
  /** Stops everything. */
  close: () => void;
};

type QueueEvents = {
  onChange: (uploads: FileUpload[]) => void;
  onDone: (picture: LibraryPicture, key: number) => void;
};

/** More would not be faster: the server reads one picture at a time. */
const AT_ONCE = 2;
const MAX_BYTES = 20 * 1024 * 1024;

/** Two files are sent at the same time, the others wait. When the connection is back, what was lost is sent again. */
export function openUploadQueue({ onChange, onDone }: QueueEvents): UploadQueue {
  let uploads: FileUpload[] = [];
  let lastKey = 0;
  const files = new Map<number, File>();
  const requests = new Map<number, XMLHttpRequest>();

  function set(key: number, changes: Partial<FileUpload>): void {
    uploads = uploads.map((each) => (each.key === key ? { ...each, ...changes } : each));
    onChange(uploads);
  }

  function next(): void {
    const waiting = uploads.filter(({ state }) => state === 'waiting');
    for (const { key } of waiting.slice(0, Math.max(0, AT_ONCE - requests.size))) send(key);
  }

  function send(key: number): void {
    const file = files.get(key);
    if (!file) return;
    set(key, { state: 'sending', sent: 0, problem: '', canRetry: false });
    const request = new XMLHttpRequest();
    requests.set(key, request);
    const end = (changes: Partial<FileUpload>) => {
      requests.delete(key);
      set(key, changes);
      if (changes.picture) onDone(changes.picture, key);
      next();
    };
    request.upload.onprogress = ({ loaded, total }) => set(key, { sent: total > 0 ? loaded / total : 0 });
    request.onload = () => end(outcomeOf(request));
    request.onerror = () => end(LOST);
    request.ontimeout = () => end(LOST);
    request.open('POST', '/api/v1/pictures');
    const body = new FormData();
    body.append('file', file);
    request.send(body);
  }

  function retry(key: number): void {
    set(key, { state: 'waiting', problem: '' });
    next();
  }

  const retryLost = () => {
    for (const { key, problem } of uploads) if (problem === LOST.problem) retry(key);
  };
  window.addEventListener('online', retryLost);

  return {
    add(added) {
      const fresh = added.map((file): FileUpload => {
        lastKey += 1;
        files.set(lastKey, file);
        const isTooLarge = file.size > MAX_BYTES;
        return {
          key: lastKey,
          name: file.name || 'Pasted picture',
          state: isTooLarge ? 'failed' : 'waiting',
          sent: 0,
          problem: isTooLarge ? 'A picture can have at most 20 MiB.' : '',
          canRetry: false,
          picture: null,
        };
      });
      uploads = [...uploads, ...fresh];
      onChange(uploads);
      next();
      return fresh.map(({ key }) => key);
    },
    retry,
    dismiss(key) {
      requests.get(key)?.abort();
      requests.delete(key);
      files.delete(key);
      uploads = uploads.filter((each) => each.key !== key);
      onChange(uploads);
      next();
    },
    close() {
      window.removeEventListener('online', retryLost);
      for (const request of requests.values()) request.abort();
    },
  };
}

const LOST = {
  state: 'failed',
  problem: 'The connection was lost.',
  canRetry: true,
} satisfies Partial<FileUpload>;

function outcomeOf({ status, responseText }: XMLHttpRequest): Partial<FileUpload> {
  const json = parse(responseText);
  if (status === 200 || status === 201)
    return { state: 'done', sent: 1, picture: json as unknown as LibraryPicture };
  if (status === 401 || status === 403)
    return { state: 'failed', problem: 'You are logged out. Log in again in another tab.', canRetry: true };
  const problem = typeof json.detail === 'string' ? json.detail : 'The picture could not be added.';
  return { state: 'failed', problem, canRetry: status >= 500 };
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Saves what is said about a picture; false when that was not possible. */
export async function describePicture(
  id: string,
  words: { alt: string; decorative: boolean },
): Promise<boolean> {
  try {
    const response = await fetch(`/api/v1/pictures/${id}`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(words),
    });
    return response.ok;
  } catch {
    return false;
  }
}

/** The picture with this id; null if the library has none, undefined when it could not be loaded. */
export async function loadPicture(id: string): Promise<LibraryPicture | null | undefined> {
  try {
    const response = await fetch(`/api/v1/pictures/${id}`);
    if (response.status === 404) return null;
    return response.ok ? ((await response.json()) as LibraryPicture) : undefined;
  } catch {
    return undefined;
  }
}

export type LibraryPage = { items: LibraryPicture[]; next: string | null };

/** A page of the library, newest first; undefined when it could not be loaded. */
export async function loadLibrary(q: string, after: string | null): Promise<LibraryPage | undefined> {
  const query = new URLSearchParams({ limit: '20', ...(q ? { q } : {}), ...(after ? { after } : {}) });
  try {
    const response = await fetch(`/api/v1/pictures?${query}`);
    return response.ok ? ((await response.json()) as LibraryPage) : undefined;
  } catch {
    return undefined;
  }
}
