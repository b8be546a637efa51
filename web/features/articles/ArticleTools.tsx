import { useState } from 'react';
import { markdownPathOf } from '../../lib/paths.ts';
import { printPage } from '../../lib/printPage.ts';
import { useOrigin } from '../../seo/originContext.ts';
import { lazyDialog } from '../../ui/dialogs/lazyDialog.ts';
import styles from './ArticleActions.module.css';
import type { CitedArticle } from './citation.ts';

const CiteDialog = lazyDialog(() => import('./CiteDialog.tsx').then(({ CiteDialog }) => CiteDialog));

/** Renders what a reader does after reading: cite, print and download. */
export const ArticleTools = (cited: CitedArticle) => {
  const [isCiting, setIsCiting] = useState(false);
  const origin = useOrigin();
  return (
    <div className={styles.actions} data-screen-only>
      <button type="button" onClick={() => setIsCiting(true)}>
        Cite
      </button>
      <button type="button" onClick={printPage}>
        Print or save as PDF
      </button>
      <a href={markdownPathOf(cited.slug)} download>
        Download as Markdown
      </a>
      {isCiting && <CiteDialog article={cited} origin={origin} onClose={() => setIsCiting(false)} />}
    </div>
  );
};
