import { useMemo } from 'react';
import { useHydrated } from '../../lib/timing/useHydrated.ts';
import { scrollToReadingText } from './ReadingProgress.tsx';
import { readingHistoryStore } from './readingHistoryStore.ts';

/** Renders the button that scrolls to the position at which the last visit ended; nothing without one. */
export const ContinueReading = ({ id }: { id: string }) => {
  const isHydrated = useHydrated();
  // Not the current position: the button would appear while the reader reads.
  const position = useMemo(
    () => (isHydrated ? (readingHistoryStore.get()[id]?.position ?? 0) : 0),
    [isHydrated, id],
  );
  if (position === 0) return null;
  return (
    <button type="button" onClick={() => scrollToReadingText(position)}>
      Continue at {Math.round(100 * position)}%
    </button>
  );
};
