import { readPreviewSession } from '../kit/preview/previewSession.ts';
import { startPreview } from '../kit/preview/startPreview.ts';
import { isCopy, refreshPage } from './refreshPage.ts';

// Starts what a page of the reader has in the session of an editor.
const session = readPreviewSession();
if (session && !isCopy()) startPreview({ session, url: '/graphql', refetch: refreshPage, onEnded: showEnd });

/** Says that the session has ended. In the frame of the Presentation tool, the tool starts another one. */
function showEnd(): void {
  const status = document.querySelector('aside.preview [role="status"]');
  const advice = window.top === window ? '' : ' Reload the Presentation tool.';
  if (status) status.textContent = `This preview has ended.${advice}`;
}
