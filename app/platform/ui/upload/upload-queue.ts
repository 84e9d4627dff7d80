/** Uploads pictures or documents to their library, in the browser. */

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
export type FileUpload<Item = LibraryPicture> = {
  key: number;
  name: string;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  sent: number;
  problem: string;
  canRetry: boolean;
  /** What the library has of it. */
  item: Item | null;
};

/** Where files are uploaded, and how the messages name them. */
export type UploadKind = {
  address: string;
  maxBytes: number;
  tooLarge: string;
  failed: string;
  /** While the server reads what has arrived. */
  reading: string;
  busy: string;
  done: string;
};

export const pictureUploads: UploadKind = {
  address: '/api/v1/pictures',
  maxBytes: 20 * 1024 * 1024,
  tooLarge: 'A picture can have at most 20 MiB.',
  failed: 'The picture could not be added.',
  reading: 'Preparing sizes…',
  busy: 'Uploading pictures',
  done: 'All pictures are uploaded',
};

export type UploadQueue = {
  add: (files: File[]) => number[];
  retry: (key: number) => void;
  /** Removes it from the list, and stops it when it is on its way. */
  dismiss: (key: number) => void;
  /** Stops everything. */
  close: () => void;
};

type QueueEvents<Item> = {
  onChange: (uploads: FileUpload<Item>[]) => void;
  onDone: (item: Item, key: number) => void;
};

/** More would not be faster: the server reads one file at a time. */
const AT_ONCE = 2;

/** Two files are sent at the same time, the others wait. When the connection is back, what was lost is sent again. */
export function openUploadQueue<Item>(
  kind: UploadKind,
  { onChange, onDone }: QueueEvents<Item>,
): UploadQueue {
  let uploads: FileUpload<Item>[] = [];
  let lastKey = 0;
  const files = new Map<number, File>();
  const requests = new Map<number, XMLHttpRequest>();

  function set(key: number, changes: Partial<FileUpload<Item>>): void {
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
    const end = (changes: Partial<FileUpload<Item>>) => {
      requests.delete(key);
      set(key, changes);
      if (changes.item) onDone(changes.item, key);
      next();
    };
    request.upload.onprogress = ({ loaded, total }) => set(key, { sent: total > 0 ? loaded / total : 0 });
    request.onload = () => end(outcomeOf<Item>(request, kind));
    request.onerror = () => end(LOST);
    request.ontimeout = () => end(LOST);
    request.open('POST', kind.address);
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
      const fresh = added.map((file): FileUpload<Item> => {
        lastKey += 1;
        files.set(lastKey, file);
        const isTooLarge = file.size > kind.maxBytes;
        return {
          key: lastKey,
          name: file.name || 'Pasted picture',
          state: isTooLarge ? 'failed' : 'waiting',
          sent: 0,
          problem: isTooLarge ? kind.tooLarge : '',
          canRetry: false,
          item: null,
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
} as const;

function outcomeOf<Item>(
  { status, responseText }: XMLHttpRequest,
  { failed }: UploadKind,
): Partial<FileUpload<Item>> {
  const json = parse(responseText);
  if (status === 200 || status === 201) return { state: 'done', sent: 1, item: json as Item };
  if (status === 401 || status === 403)
    return { state: 'failed', problem: 'You are logged out. Log in again in another tab.', canRetry: true };
  const problem = typeof json.detail === 'string' ? json.detail : failed;
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
