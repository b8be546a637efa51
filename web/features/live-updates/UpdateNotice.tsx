import type { ApolloClient } from '@apollo/client';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useTransientMessage } from '../../components/timing/useTransientMessage.ts';
import { whenIdle } from '../../components/timing/whenIdle.ts';
import { VisuallyHidden } from '../../components/VisuallyHidden.tsx';
import { type ChangeSubscription, subscribeToChanges } from './subscribeToChanges.ts';

/** The time until a hidden page disconnects. Readers often return from another tab within seconds. */
const HIDDEN_GRACE_MS = 10_000;
const NOTICE_MS = 5_000;
const UPDATED_MESSAGE = 'This page was just updated.';

/** Updates the page while it is visible, and announces updates to screen readers. */
export const UpdateNotice = ({ client }: { client: ApolloClient }) => {
  const { pathname } = useLocation();
  const subscription = useRef<ChangeSubscription | null>(null);
  const [notice, setNotice] = useTransientMessage<string>(NOTICE_MS);

  useEffect(() => {
    const url = `${location.origin.replace(/^http/, 'ws')}/graphql`;
    let isResumed = false;
    return whileVisible(() => {
      subscription.current = subscribeToChanges(client, url, isResumed, () => setNotice(UPDATED_MESSAGE));
      isResumed = true;
      return () => {
        subscription.current?.unsubscribe();
        subscription.current = null;
      };
    });
  }, [client, setNotice]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other videos
  useEffect(() => whenIdle(() => subscription.current?.watchPreparingVideos()), [pathname]);

  return (
    <div role="status" data-screen-only>
      <VisuallyHidden>{notice}</VisuallyHidden>
    </div>
  );
};

/**
 * Runs `start` while the page is visible. Stops at once when the reader leaves the page: an open connection would exclude
 * it from the back/forward cache.
 * @param start returns the function that stops it
 */
const whileVisible = (start: () => () => void): (() => void) => {
  let stop: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const handleHide = () => {
    clearTimeout(timer);
    stop?.();
    stop = null;
  };
  const handleVisibility = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'hidden') timer = setTimeout(handleHide, HIDDEN_GRACE_MS);
    else stop ??= start();
  };
  handleVisibility();
  document.addEventListener('visibilitychange', handleVisibility);
  addEventListener('pagehide', handleHide);
  addEventListener('pageshow', handleVisibility);
  return () => {
    document.removeEventListener('visibilitychange', handleVisibility);
    removeEventListener('pagehide', handleHide);
    removeEventListener('pageshow', handleVisibility);
    handleHide();
  };
};
