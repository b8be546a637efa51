import { createRoot } from 'react-dom/client';
import { PreviewBanner } from './PreviewBanner.tsx';
import css from './previewBanner.css?inline';
import { readPreview } from './previewState.ts';

/** Starts what a page in preview has besides the published one. Runs once, after hydration. */
export function startPreview(): void {
  const preview = readPreview();
  if (!preview) return;
  // Outside of the page, whose markup is that of the published page. Its styles are in no sheet that readers load.
  const host = document.createElement('div');
  document.body.append(host);
  createRoot(host.attachShadow({ mode: 'open' })).render(
    <>
      <style>{css}</style>
      <PreviewBanner preview={preview} />
    </>,
  );
}
