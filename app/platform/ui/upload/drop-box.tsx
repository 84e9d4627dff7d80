import { type ReactNode, useEffect, useRef, useState } from 'react';
import { picturesIn } from '#app/platform/ui/editor/pictures-in.ts';

type DropBoxProps = {
  className?: string;
  onFiles: (files: File[]) => void;
  /** Files that are pasted or dropped anywhere else on the page arrive here, too: of those, what `filesIn` returns. */
  takesPage?: boolean;
  filesIn?: (data: DataTransfer | null) => File[];
  children: ReactNode;
};

/** A box that takes dropped files, pictures unless `filesIn` says otherwise, those chosen in its file inputs, and pasted ones. */
export function DropBox({
  className = 'drop',
  onFiles,
  takesPage = false,
  filesIn = picturesIn,
  children,
}: DropBoxProps) {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  useEffect(() => {
    if (!takesPage) return;
    const take = (event: ClipboardEvent | DragEvent) => {
      const files = filesIn('clipboardData' in event ? event.clipboardData : event.dataTransfer);
      if (event.defaultPrevented || files.length === 0) return;
      event.preventDefault();
      latest.current(files);
    };
    // Without this, the browser would leave the page and show the file.
    const allow = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    document.addEventListener('paste', take);
    document.addEventListener('drop', take);
    document.addEventListener('dragover', allow);
    return () => {
      document.removeEventListener('paste', take);
      document.removeEventListener('drop', take);
      document.removeEventListener('dragover', allow);
    };
  }, [takesPage, filesIn]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping only saves a step; the file input does the same
    <div
      className={isOver ? `${className} is-over` : className}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const files = [...event.dataTransfer.files];
        if (files.length === 0) return;
        event.preventDefault();
        onFiles(files);
      }}
      onChange={({ target }) => {
        if (!(target instanceof HTMLInputElement) || target.type !== 'file') return;
        const files = [...(target.files ?? [])];
        // The same file can be chosen again.
        target.value = '';
        if (files.length > 0) onFiles(files);
      }}
    >
      {children}
    </div>
  );
}
