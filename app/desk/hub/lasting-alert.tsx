import type { ReactNode } from 'react';
import { Icon } from '#app/platform/ui/icon.tsx';

type StandingAlertProps = { tone: 'danger' | 'warning'; children: ReactNode };

/** Something that is wrong whatever was done last: it does not take the focus, unlike the result of an action. */
export function LastingAlert({ tone, children }: StandingAlertProps) {
  return (
    <div className={`alert is-${tone} alert--row`} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon name="warning" />
      {children}
    </div>
  );
}
