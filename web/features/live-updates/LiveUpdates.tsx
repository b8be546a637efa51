import { Suspense, useEffect, useState } from 'react';
import { whenIdle } from '../../lib/timing/whenIdle.ts';
import { lazyWithFallback } from '../../ui/loading/lazyWithFallback.tsx';

// The page works without live updates.
const UpdateNotice = lazyWithFallback(
  () => import('./UpdateNotice.tsx').then(({ UpdateNotice }) => UpdateNotice),
  () => null,
);

/** Loads and renders the live updates when the page is idle. */
export const LiveUpdates = () => {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => whenIdle(() => setIsIdle(true)), []);
  return (
    isIdle && (
      <Suspense>
        <UpdateNotice />
      </Suspense>
    )
  );
};
