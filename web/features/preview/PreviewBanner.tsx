import { useState } from 'react';
import type { PagePreview } from '../../../schema/pages.ts';
import { describePerspective } from './describePerspective.ts';

const formatTime = (time: string): string =>
  new Date(time).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });

interface PreviewBannerProps {
  readonly preview: PagePreview;
  /** True if the session was ended elsewhere, or has expired. */
  readonly hasEnded: boolean;
  /** Ends the session. Returns false if that failed. */
  onLeave(): Promise<boolean>;
}

/** Says that the page is a preview, of what and until when, with a button that leads to the published page, also before hydration. */
export const PreviewBanner = ({ preview, hasEnded, onLeave }: PreviewBannerProps) => {
  const { perspective, expiresAt, kind, isShared, isFramed } = preview;
  const [state, setState] = useState<'shown' | 'leaving' | 'failed'>('shown');
  const leave = async () => {
    setState('leaving');
    if (await onLeave()) location.reload();
    else setState('failed');
  };
  return (
    <aside className="banner" aria-label="Preview">
      <p>
        <strong>{isShared ? 'Shared preview' : 'Preview'}</strong>
        <span>{describePerspective(perspective)}</span>
        <span className="until" hidden={hasEnded}>
          {kind === 'link' ? 'This page only, until ' : 'Until '}
          <time dateTime={expiresAt}>{formatTime(expiresAt)}</time>
        </span>
      </p>
      {hasEnded && <p role="status">This preview has ended.{isFramed && ' Reload the Presentation tool.'}</p>}
      {state === 'failed' && <p role="alert">The preview could not be ended. Try again.</p>}
      {/* The Studio can frame no published page. */}
      {!isFramed && (
        <form
          method="post"
          action="/api/preview/disable"
          onSubmit={(event) => {
            event.preventDefault();
            void leave();
          }}
        >
          <button type="submit" disabled={state === 'leaving'}>
            Leave preview
          </button>
        </form>
      )}
    </aside>
  );
};
