import { pathOf } from '../../lib/paths.ts';
import type { ArticleSummary } from './readingHistory.ts';
import { saveArticleForLater, useReadingState } from './readingHistoryStore.ts';
import { useOfflineCopy } from './useOfflineCopy.ts';

/** Renders the button that saves an article for later, or removes it. A saved article has a copy for reading offline. */
export const SaveArticleButton = ({
  article,
  className,
}: {
  article: ArticleSummary;
  className?: string | undefined;
}) => {
  const { id, slug } = article;
  const isSaved = Boolean(useReadingState(id)?.savedAt);
  useOfflineCopy(pathOf('Article', slug), isSaved);
  return (
    <button
      type="button"
      className={className}
      data-saved={isSaved || undefined}
      onClick={() => saveArticleForLater(article, !isSaved)}
    >
      {isSaved ? 'Saved for later' : 'Save for later'}
    </button>
  );
};
