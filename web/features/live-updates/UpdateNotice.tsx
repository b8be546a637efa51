import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useQueryClient } from '../../data/queryClient.ts';
import { whileVisible } from '../../kit/timing/whileVisible.ts';
import { isOffline } from '../../lib/navigation/isOffline.ts';
import { useTransientMessage } from '../../lib/timing/useTransientMessage.ts';
import { whenIdle } from '../../lib/timing/whenIdle.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { type ChangeSubscription, subscribeToChanges } from './subscribeToChanges.ts';

const NOTICE_MS = 5_000;
const UPDATED_MESSAGE = 'This page was just updated.';

/** Updates the page while it is visible, and announces updates to screen readers. */
export const UpdateNotice = () => {
  const queryClient = useQueryClient();
  const { pathname } = useLocation();
  const subscription = useRef<ChangeSubscription | null>(null);
  const [notice, setNotice] = useTransientMessage<string>(NOTICE_MS);

  useEffect(() => {
    const url = `${location.origin}/graphql`;
    // A page that was opened offline is a copy, which may be older than the first connection.
    const isCopy = isOffline();
    return whileVisible((isResumed) => {
      subscription.current = subscribeToChanges(queryClient, url, isResumed || isCopy, () =>
        setNotice(UPDATED_MESSAGE),
      );
      return () => {
        subscription.current?.unsubscribe();
        subscription.current = null;
      };
    });
  }, [queryClient, setNotice]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other videos
  useEffect(() => whenIdle(() => subscription.current?.watchPreparingVideos()), [pathname]);

  return (
    <div role="status" data-screen-only>
      <VisuallyHidden>{notice}</VisuallyHidden>
    </div>
  );
};
