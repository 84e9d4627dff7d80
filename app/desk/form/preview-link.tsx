import { type MouseEvent, useState } from 'react';
import { Icon } from '#app/platform/ui/icon.tsx';
import { NOTHING, saveNow } from './form-contents.ts';

type PreviewLinkProps = {
  href: string;
  /** Nothing of the item was saved before the form was opened. */
  isNew: boolean;
};

/** Opens the preview in a new tab; with JavaScript, what was typed is saved as a draft before. */
export function PreviewLink({ href, isNew }: PreviewLinkProps) {
  const [problem, setProblem] = useState('');
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    const form = event.currentTarget.closest('form');
    if (!form) return;
    const isSaving = saveNow(form, () => {
      const { draft } = Object.fromEntries(new FormData(form));
      const isNothing = isNew && draft === NOTHING;
      setProblem(isNothing ? 'Enter a title or some text first.' : '');
      if (!isNothing && !window.open(href, '_blank')) window.location.assign(href);
    });
    if (isSaving) event.preventDefault();
  };
  return (
    <li className={isNew ? 'needs-script' : undefined}>
      <a href={href} target="_blank" rel="noopener" onClick={open}>
        <Icon name="eye" />
        Preview<span className="vh"> (opens in a new tab)</span>
      </a>
      <span className="small" aria-live="polite">
        {problem}
      </span>
    </li>
  );
}
