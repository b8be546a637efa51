import { type ReactNode, useEffect, useState } from 'react';
import { useClientLoader } from '../../apollo/pageQueries.ts';
import { whenIdle } from '../../components/timing/whenIdle.ts';

/** Loads and renders the live updates when the page is idle. */
export const LiveUpdates = () => {
  const loadClient = useClientLoader();
  const [notice, setNotice] = useState<ReactNode>(null);
  useEffect(
    () =>
      whenIdle(() => {
        Promise.all([import('./UpdateNotice.tsx'), loadClient()]).then(
          ([{ UpdateNotice }, client]) => setNotice(<UpdateNotice client={client} />),
          // The page works without live updates.
          () => undefined,
        );
      }),
    [loadClient],
  );
  return notice;
};
