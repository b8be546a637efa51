import { useEffect } from 'react';
import styles from './ReadingProgress.module.css';
import { type ArticleSummary, secondsUntilRead } from './readingHistory.ts';
import { readingHistoryStore, saveReadingProgress } from './readingHistoryStore.ts';
import { CONTINUE_HASH, keepPosition, readingPosition, scrollToPosition } from './readingPosition.ts';
import { READING_TEXT_ID } from './readingText.ts';
import { startStopwatch } from './stopwatch.ts';

/** The position is recorded at most once in this time. */
const RECORD_INTERVAL_MS = 1000;

/**
 * Renders the line that shows how much of an article is read, and records the reading position. An address with the hash
 * `#continue` continues at the recorded position.
 */
export const ReadingProgress = ({ id, slug, title, readingMinutes }: ArticleSummary) => {
  useEffect(() => {
    const text = document.getElementById(READING_TEXT_ID);
    if (!text) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let endTimer: ReturnType<typeof setTimeout> | undefined;
    let recordedY = scrollY;
    const earlierSeconds = readingHistoryStore.get()[id]?.readingSeconds ?? 0;
    const stopwatch = startStopwatch();
    const record = () => {
      clearTimeout(timer);
      clearTimeout(endTimer);
      timer = undefined;
      recordedY = scrollY;
      const article = { id, slug, title, readingMinutes };
      const readingSeconds = earlierSeconds + stopwatch.seconds();
      const progress = { position: readingPosition(text), readingSeconds };
      saveReadingProgress(article, progress);
      // At the end the reader may not scroll again.
      const secondsLeft = secondsUntilRead(article, progress);
      if (secondsLeft > 0) endTimer = setTimeout(record, secondsLeft * 1000);
    };
    const handleScroll = () => {
      timer ??= setTimeout(record, RECORD_INTERVAL_MS);
    };
    // The browser sends the event of a scroll with the next frame, which a page that is left does not have.
    const recordPending = () => scrollY !== recordedY && record();
    addEventListener('scroll', handleScroll, { passive: true });
    addEventListener('pagehide', recordPending);
    return () => {
      clearTimeout(timer);
      clearTimeout(endTimer);
      stopwatch.stop();
      removeEventListener('scroll', handleScroll);
      removeEventListener('pagehide', recordPending);
    };
  }, [id, slug, title, readingMinutes]);

  useEffect(() => {
    const text = document.getElementById(READING_TEXT_ID);
    const position = readingHistoryStore.get()[id]?.position ?? 0;
    return text && position > 0 && location.hash === CONTINUE_HASH ? keepPosition(text, position) : undefined;
  }, [id]);

  return <div className={styles.line} aria-hidden="true" data-reading-progress="" />;
};

/** Scrolls to a position of the text of the article. */
export const scrollToReadingText = (position: number): void => {
  const text = document.getElementById(READING_TEXT_ID);
  if (text) scrollToPosition(text, position);
};
