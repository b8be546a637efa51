import { useEffect, useState } from 'react';
import type { Playhead, SaidAt } from './playhead.ts';
import styles from './Said.module.css';

/** Milliseconds for which a word stands on the screen. */
const STANDS = 1100;

/** A word on the screen for a moment: what a key or a tap has just done. */
export const Said = ({ playhead }: { playhead: Playhead }) => {
  const [said, say] = useState<{ words: string; at: SaidAt; turn: number } | null>(null);
  useEffect(
    () => playhead.onSay((words, at) => say((last) => ({ words, at, turn: (last?.turn ?? 0) + 1 }))),
    [playhead],
  );
  useEffect(() => {
    if (!said) return;
    const handle = setTimeout(() => say((now) => (now === said ? null : now)), STANDS);
    return () => clearTimeout(handle);
  }, [said]);
  return (
    <p role="status" className={styles.said} data-at={said?.at}>
      {said && <span key={said.turn}>{said.words}</span>}
    </p>
  );
};
