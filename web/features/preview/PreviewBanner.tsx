import { useState } from 'react';
import { describePerspective } from '../../../schema/describePerspective.ts';
import type { PagePreview } from '../../../schema/pages.ts';
import { endPreview } from './endPreview.ts';

const formatTime = (time: string): string =>
  new Date(time).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });

interface PreviewBannerProps {
  readonly preview: PagePreview;
  /** True if the session was ended elsewhere, or has expired. */
  readonly hasEnded: boolean;
  /** Called before the session ends: later requests of the page would be rejected. */
  onLeave(): void;
}

/** Says that the page is a preview, of what and until when, with a button that leads to the published page. */
export const PreviewBanner = ({ preview, hasEnded, onLeave }: PreviewBannerProps) => {
  const { perspective, expiresAt, kind, isShared } = preview;
  const [state, setState] = useState<'shown' | 'leaving' | 'failed'>('shown');
  const leave = async () => {
    setState('leaving');
    onLeave();
    if (await endPreview()) location.reload();
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
      {hasEnded && <p role="status">This preview has ended.</p>}
      {state === 'failed' && <p role="alert">The preview could not be ended. Try again.</p>}
      <button type="button" disabled={state === 'leaving'} onClick={() => void leave()}>
        Leave preview
      </button>
    </aside>
  );
};
