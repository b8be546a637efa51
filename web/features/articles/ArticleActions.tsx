import { useState } from 'react';
import { pathOf } from '../../lib/paths.ts';
import { useOrigin } from '../../seo/originContext.ts';
import { lazyDialog } from '../../ui/dialogs/lazyDialog.ts';
import { ContinueReading } from '../reading-history/ContinueReading.tsx';
import { ReadingProgress } from '../reading-history/ReadingProgress.tsx';
import { SaveArticleButton } from '../reading-history/SaveArticleButton.tsx';
import styles from './ArticleActions.module.css';

const ShareDialog = lazyDialog(() =>
  import('../share/ShareDialog.tsx').then(({ ShareDialog }) => ShareDialog),
);

interface ArticleActionsProps {
  id: string;
  slug: string;
  title: string;
  readingMinutes: number | null;
}

/** Renders what a reader does before reading: save for later, share, and continue where the last visit ended. */
export const ArticleActions = ({ id, slug, title, readingMinutes }: ArticleActionsProps) => {
  const [isSharing, setIsSharing] = useState(false);
  const origin = useOrigin();
  const summary = { id, slug, title, readingMinutes: readingMinutes ?? 0 };
  return (
    <div className={styles.actions} data-screen-only>
      <SaveArticleButton article={summary} />
      <button type="button" onClick={() => setIsSharing(true)}>
        Share
      </button>
      <ContinueReading id={id} />
      <ReadingProgress {...summary} />
      {isSharing && (
        <ShareDialog
          title={title}
          link={`${origin}${pathOf('Article', slug)}`}
          onClose={() => setIsSharing(false)}
        />
      )}
    </div>
  );
};
