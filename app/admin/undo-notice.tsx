import type { ReactNode } from 'react';
import { Icon } from '#app/ui/icon.tsx';
import { useOutcomeFocus } from './outcome-focus.ts';

/** `values` are sent to `action` as inputs called `name`, with those in `also`; `back` is the page to return to. */
type UndoProps = {
  action: string;
  name: string;
  values: string[];
  also?: Record<string, string>;
  back?: string;
  children: ReactNode;
};

/** What has been done, with an Undo button in a plain form, which works without JavaScript. */
export function UndoNotice({ action, name, values, also = {}, back, children }: UndoProps) {
  const place = useOutcomeFocus();
  return (
    <div className="alert is-success alert--row" role="status" tabIndex={-1} ref={place}>
      <Icon name="check" />
      <p>{children}</p>
      <form method="post" action={action}>
        {values.map((value) => (
          <input type="hidden" name={name} value={value} key={value} />
        ))}
        {Object.entries(also).map(([field, value]) => (
          <input type="hidden" name={field} value={value} key={field} />
        ))}
        {back === undefined ? null : <input type="hidden" name="back" value={back} />}
        <button type="submit" className="button">
          <Icon name="undo" />
          Undo
        </button>
      </form>
    </div>
  );
}
