import { useEffect, useRef, useState } from 'react';
import { type FileUpload, type LibraryPicture, openUploadQueue, type UploadQueue } from './upload-queue.ts';

export type Uploads = {
  list: FileUpload[];
  /** Something is on its way. */
  isBusy: boolean;
  add: (files: File[], onDone?: (picture: LibraryPicture) => void) => void;
  retry: (key: number) => void;
  dismiss: (key: number) => void;
};

/** Uploads of pictures. `onDone` is called for each picture that is in the library. */
export function useUploads(onDone: (picture: LibraryPicture) => void): Uploads {
  const [list, setList] = useState<FileUpload[]>([]);
  const queue = useRef<UploadQueue>(undefined);
  const latest = useRef(onDone);
  const own = useRef(new Map<number, (picture: LibraryPicture) => void>());
  useEffect(() => {
    latest.current = onDone;
  });
  useEffect(() => () => queue.current?.close(), []);
  const open = () => {
    queue.current ??= openUploadQueue({
      onChange: setList,
      onDone: (picture, key) => (own.current.get(key) ?? latest.current)(picture),
    });
    return queue.current;
  };
  return {
    list,
    isBusy: list.some(({ state }) => state === 'waiting' || state === 'sending'),
    add: (files, whenDone) => {
      for (const key of open().add(files)) if (whenDone) own.current.set(key, whenDone);
    },
    retry: (key) => open().retry(key),
    dismiss: (key) => open().dismiss(key),
  };
}
