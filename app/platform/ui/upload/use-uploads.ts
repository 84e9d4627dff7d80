import { useEffect, useRef, useState } from 'react';
import {
  type FileUpload,
  type LibraryPicture,
  openUploadQueue,
  pictureUploads,
  type UploadKind,
  type UploadQueue,
} from './upload-queue.ts';

export type Uploads<Item = LibraryPicture> = {
  kind: UploadKind;
  list: FileUpload<Item>[];
  /** Something is on its way. */
  isBusy: boolean;
  add: (files: File[], onDone?: (item: Item) => void) => void;
  retry: (key: number) => void;
  dismiss: (key: number) => void;
};

/** Uploads, of pictures unless `kind` is another. `onDone` is called for each that is in the library. */
export function useUploads<Item = LibraryPicture>(
  onDone: (item: Item) => void,
  kind: UploadKind = pictureUploads,
): Uploads<Item> {
  const [list, setList] = useState<FileUpload<Item>[]>([]);
  const queue = useRef<UploadQueue>(undefined);
  const latest = useRef(onDone);
  const own = useRef(new Map<number, (item: Item) => void>());
  useEffect(() => {
    latest.current = onDone;
  });
  useEffect(() => () => queue.current?.close(), []);
  const open = () => {
    queue.current ??= openUploadQueue<Item>(kind, {
      onChange: setList,
      onDone: (item, key) => (own.current.get(key) ?? latest.current)(item),
    });
    return queue.current;
  };
  return {
    kind,
    list,
    isBusy: list.some(({ state }) => state === 'waiting' || state === 'sending'),
    add: (files, whenDone) => {
      for (const key of open().add(files)) if (whenDone) own.current.set(key, whenDone);
    },
    retry: (key) => open().retry(key),
    dismiss: (key) => open().dismiss(key),
  };
}
