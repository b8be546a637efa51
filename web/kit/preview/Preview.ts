'use client';

import { type ReactNode, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { type Navigate, openPage } from './overlays/browserHistory.ts';
import { forgetPreviewSession, readPreviewSession } from './previewSession.ts';

export interface PreviewProps {
  /** The URL of the API, which is of this site: the site passes it on to the gateway. Default: `/graphql`. */
  readonly url?: string;
  /** Requests the data of the page again, for example `() => client.refetchQueries({ include: 'active' })`. */
  refetch(): Promise<unknown>;
  /** Opens a page of this site, for example with your router. Default: the browser loads it. */
  navigate?(url: string, options: { readonly replace: boolean }): void;
  /** Called when the session was ended elsewhere, or has expired. Further requests read published content. Default: loads the page again. */
  onEnded?(): void;
  /** What a page shows in a session besides, for example a button that ends it. */
  readonly children?: ReactNode;
}

/**
 * Makes the page a preview in the session of an editor: it follows drafts, and in Sanity's Presentation tool a click on a text, a
 * picture or a video opens its field. The overlays and what they need are loaded in a session only; other readers get nothing of
 * it. Render it once, in the frame of all pages.
 */
export const Preview = ({ url = '/graphql', children, ...props }: PreviewProps): ReactNode => {
  const isPreview = useSyncExternalStore(subscribe, isInSession, () => false);
  const refetch = useEffectEvent(async () => props.refetch());
  const navigate = useEffectEvent<Navigate>((path, options) => (props.navigate ?? openPage)(path, options));
  const handleEnd = useEffectEvent(() => {
    forgetPreviewSession();
    if (props.onEnded) props.onEnded();
    else location.reload();
  });
  useEffect(() => {
    const session = readPreviewSession();
    if (!session) return undefined;
    const ended = new AbortController();
    void import('./startPreview.ts').then(({ startPreview }) => {
      if (ended.signal.aborted) return;
      const stop = startPreview({ session, url, refetch, navigate, onEnded: handleEnd });
      ended.signal.addEventListener('abort', stop, { once: true });
    });
    return () => ended.abort();
  }, [url]);
  return isPreview ? children : null;
};

/** A session begins and ends with another page. */
const subscribe = () => () => undefined;

const isInSession = (): boolean => readPreviewSession() !== undefined;
