import type { ReactNode } from 'react';
import { TitledDialog } from '../../ui/dialogs/TitledDialog.tsx';
import { CopyField } from './CopyField.tsx';
import styles from './ShareDialog.late.module.css';

interface ShareDialogProps {
  /** The title of the page. */
  title: string;
  /** The URL of the page. */
  link: string;
  onClose: () => void;
  /** Further ways to share. */
  children?: ReactNode;
}

/** Renders the link of a page, with buttons that copy it and pass it to another app. */
export const ShareDialog = ({ title, link, onClose, children }: ShareDialogProps) => (
  <TitledDialog title="Share" onClose={onClose}>
    <div className={styles.form}>
      <CopyField label="Link" value={link} isPrimary>
        Copy
      </CopyField>
      {children}
      {typeof navigator.share === 'function' && (
        <button
          type="button"
          className={styles.shareButton}
          onClick={() => void navigator.share({ title, url: link }).catch(() => undefined)}
        >
          Share with another app
        </button>
      )}
    </div>
  </TitledDialog>
);
