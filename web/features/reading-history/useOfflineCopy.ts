import { useEffect } from 'react';
import { pathOf } from '../../lib/paths.ts';
import { whenIdle } from '../../lib/timing/whenIdle.ts';
import { readingHistory } from './readingHistory.ts';
import { readingHistoryStore } from './readingHistoryStore.ts';

/** A page that is left within this time after it is idle counts as not read. */
const MIN_VISIT_MS = 3000;

const importPages = () => import('../../offline/offlinePages.ts');

/** Returns the paths of the saved articles, whose copies stay. */
export const savedArticlePaths = (): string[] =>
  readingHistory.saved(readingHistoryStore.get()).map(({ slug }) => pathOf('Article', slug));

/** Stores a copy of the page of a component for reading without a connection. Each visit renews it. */
export const useOfflineCopy = (path: string, isSaved = false): void =>
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const copy = async () => {
      const { copySavedPage, copyVisitedPage } = await importPages();
      if (isSaved) await copySavedPage(path);
      else await copyVisitedPage(path, savedArticlePaths());
    };
    const cancel = whenIdle(() => {
      // Without a copy the page works as before.
      timer = setTimeout(() => void copy().catch(() => undefined), isSaved ? 0 : MIN_VISIT_MS);
    });
    return () => {
      cancel();
      clearTimeout(timer);
    };
  }, [path, isSaved]);
