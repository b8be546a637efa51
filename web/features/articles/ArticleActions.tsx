import { useState } from 'react';
import { markdownPathOf, pathOf } from '../../lib/paths.ts';
import { useOrigin } from '../../seo/originContext.ts';
import { lazyDialog } from '../../ui/dialogs/lazyDialog.ts';
import { ContinueReading } from '../reading-history/ContinueReading.tsx';
import { ReadingProgress } from '../reading-history/ReadingProgress.tsx';
import { SaveArticleButton } from '../reading-history/SaveArticleButton.tsx';
import styles from './ArticleActions.module.css';
import type { CitedArticle } from './citation.ts';

const ShareDialog = lazyDialog(() =>
  import('../share/ShareDialog.tsx').then(({ ShareDialog }) => ShareDialog),
);
const CiteDialog = lazyDialog(() => import('./CiteDialog.tsx').then(({ CiteDialog }) => CiteDialog));

interface ArticleActionsProps extends CitedArticle {
  id: string;
  readingMinutes: number | null;
}

/** Renders the tools of an article: save for later, share, cite, print, download, and continue where the last visit ended. */
export const ArticleActions = ({ id, readingMinutes, ...cited }: ArticleActionsProps) => {
  const [dialog, setDialog] = useState<'share' | 'cite' | null>(null);
  const origin = useOrigin();
  const close = () => setDialog(null);
  const { slug, title } = cited;
  const summary = { id, slug, title, readingMinutes: readingMinutes ?? 0 };
  return (
    <div className={styles.actions} data-screen-only>
      <SaveArticleButton article={summary} />
      <button type="button" onClick={() => setDialog('share')}>
        Share
      </button>
      <button type="button" onClick={() => setDialog('cite')}>
        Cite
      </button>
      <button type="button" onClick={() => print()}>
        Print or save as PDF
      </button>
      <a href={markdownPathOf(slug)} download>
        Download as Markdown
      </a>
      <ContinueReading id={id} />
      <ReadingProgress {...summary} />
      {dialog === 'share' && (
        <ShareDialog title={title} link={`${origin}${pathOf('Article', slug)}`} onClose={close} />
      )}
      {dialog === 'cite' && <CiteDialog article={cited} origin={origin} onClose={close} />}
    </div>
  );
};
