import { readPreviewSession } from '../kit/preview/previewSession.ts';
import { startPreview } from '../kit/preview/startPreview.ts';
import { isCopy, refreshPage } from './refreshPage.ts';

// Starts what a page of the reader has in the session of an editor.
const session = readPreviewSession();
if (session && !isCopy()) startPreview({ session, url: '/graphql', refetch: refreshPage, onEnded: showEnd });

/** Says that the session has ended, in the words of the page. */
function showEnd(): void {
  const status = document.querySelector<HTMLElement>('aside.preview [role="status"]');
  if (status) status.textContent = status.dataset.ended ?? '';
}
