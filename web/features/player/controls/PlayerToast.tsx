import { useEffect } from 'react';
import { useTransientMessage } from '../../../components/timing/useTransientMessage.ts';
import type { Playhead, SaidAt } from '../state/playhead.ts';
import styles from './PlayerToast.module.css';

const SHOWN_FOR_MS = 1100;

/** A message over the film for a moment: what a key or a tap has just done. */
export const Said = ({ playhead }: { playhead: Playhead }) => {
  const [message, setMessage] = useTransientMessage<{ words: string; at: SaidAt; turn: number }>(
    SHOWN_FOR_MS,
  );
  useEffect(
    () => playhead.onSay((words, at) => setMessage((last) => ({ words, at, turn: (last?.turn ?? 0) + 1 }))),
    [playhead, setMessage],
  );
  return (
    <p role="status" className={styles.said} data-at={message?.at}>
      {message && <span key={message.turn}>{message.words}</span>}
    </p>
  );
};
