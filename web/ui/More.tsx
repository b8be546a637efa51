import type { ReactNode } from 'react';
import styles from './More.module.css';

interface MoreProps {
  /** Where the rest is, for browsers that cannot fetch it into this page. */
  to: string;
  onClick: () => void;
  busy: boolean;
  /** The last attempt failed. */
  stuck: boolean;
  children: ReactNode;
}

/** The end of a list that goes on. */
export const More = ({ to, onClick, busy, stuck, children }: MoreProps) => (
  <p className={styles.more}>
    <noscript>
      <a href={to}>{children}</a>
    </noscript>
    {/* Not disabled: the focus would be lost with it. */}
    <button type="button" data-scripted onClick={onClick} aria-disabled={busy || undefined}>
      {busy ? 'Fetching more' : children}
    </button>
    <span role="status">{stuck && 'That did not work. It may in a moment.'}</span>
  </p>
);
