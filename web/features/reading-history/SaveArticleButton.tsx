import { useEffect } from 'react';
import { whenIdle } from '../../lib/timing/whenIdle.ts';
import { keepArticleOffline, removeOfflineArticle } from './offlineArticles.ts';
import type { ArticleSummary } from './readingHistory.ts';
import { saveArticleForLater, useReadingState } from './readingHistoryStore.ts';

/** Renders the button that saves an article for later, with a copy for reading offline, or removes it. */
export const SaveArticleButton = ({
  article,
  className,
}: {
  article: ArticleSummary;
  className?: string | undefined;
}) => {
  const { id, slug } = article;
  const isSaved = Boolean(useReadingState(id)?.savedAt);
  // Each visit of a saved article renews the copy.
  useEffect(() => {
    if (isSaved) return whenIdle(() => void keepArticleOffline(slug).catch(() => undefined));
  }, [isSaved, slug]);
  const handleClick = () => {
    saveArticleForLater(article, !isSaved);
    if (isSaved) void removeOfflineArticle(slug);
  };
  return (
    <button type="button" className={className} data-saved={isSaved || undefined} onClick={handleClick}>
      {isSaved ? 'Saved for later' : 'Save for later'}
    </button>
  );
};
