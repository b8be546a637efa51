import { useEffect, useRef } from 'react';

/** Milliseconds before each time; after the last the reader asks. */
const PAUSES = [3_000, 10_000, 30_000, 60_000];

/**
 * Asks again by itself while an answer is not whole, soon at first and then less often, and only while somebody looks.
 * @param lacking whether something of the answer is missing, which the next may have
 * @param busy whether an answer is on its way
 */
export const useAskingAgain = (lacking: boolean, busy: boolean, ask: () => void): void => {
  const latest = useRef(ask);
  const times = useRef(0);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    if (busy) return;
    if (!lacking) times.current = 0;
    const pause = lacking ? PAUSES[times.current] : undefined;
    if (pause === undefined) return;
    const go = () => {
      if (document.hidden) return;
      times.current += 1;
      latest.current();
    };
    const timer = setTimeout(() => {
      document.addEventListener('visibilitychange', go);
      go();
    }, pause);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', go);
    };
  }, [lacking, busy]);
};
