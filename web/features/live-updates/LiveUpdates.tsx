import { type ReactNode, useEffect, useState } from 'react';
import { whenIdle } from '../../lib/timing/whenIdle.ts';

/** Loads and renders the live updates when the page is idle. */
export const LiveUpdates = () => {
  const [notice, setNotice] = useState<ReactNode>(null);
  useEffect(
    () =>
      whenIdle(() => {
        import('./UpdateNotice.tsx').then(
          ({ UpdateNotice }) => setNotice(<UpdateNotice />),
          // The page works without live updates.
          () => undefined,
        );
      }),
    [],
  );
  return notice;
};
