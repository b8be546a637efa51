import { useEffect } from 'react';
import { useTransientMessage } from '../../../lib/timing/useTransientMessage.ts';
import type { Playhead, ToastPosition } from '../state/playhead.ts';
import styles from './PlayerToast.late.module.css';

const TOAST_DURATION_MS = 1100;

interface Toast {
  /** Restarts the animation when a toast has the same text as the previous one. */
  id: number;
  text: string;
  position: ToastPosition;
}

/** Renders a short message over the video about the last command, e.g. the new volume. */
export const PlayerToast = ({ playhead }: { playhead: Playhead }) => {
  const [toast, setToast] = useTransientMessage<Toast>(TOAST_DURATION_MS);
  useEffect(
    () =>
      playhead.onAnnouncement((text, position) =>
        setToast((previous) => ({ id: (previous?.id ?? 0) + 1, text, position })),
      ),
    [playhead, setToast],
  );
  return (
    <p role="status" className={styles.toast} data-position={toast?.position}>
      {toast && <span key={toast.id}>{toast.text}</span>}
    </p>
  );
};
