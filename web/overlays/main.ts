import { readPreviewSession } from '../kit/preview/previewSession.ts';
import { startPreview } from '../kit/preview/startPreview.ts';
import { refreshPage } from './refreshPage.ts';

/** Starts the overlays of a page that is rendered on the server and has no scripts of its own: a page of the reader. */
const session = readPreviewSession();
if (session)
  startPreview({
    session,
    url: '/graphql',
    refetch: refreshPage,
    onEnded: () => document.querySelector('aside.preview')?.setAttribute('data-ended', ''),
  });
