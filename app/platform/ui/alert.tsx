import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from './icon.tsx';

/**
 * The result of the user's last action: danger interrupts (`role=alert`), success does not (`role=status`). In a
 * hydrated page the focus moves to a danger alert, so that no one misses why a form came back.
 */
export function Alert({ tone, children }: { tone: 'danger' | 'success' | 'warning'; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (tone !== 'success') element.current?.focus();
  }, [tone]);
  return (
    <div
      className={`alert is-${tone}`}
      role={tone === 'success' ? 'status' : 'alert'}
      tabIndex={-1}
      ref={element}
    >
      <Icon name={tone === 'success' ? 'check' : 'warning'} />
      <div>{children}</div>
    </div>
  );
}
