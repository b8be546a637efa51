import { type ComponentType, useEffect, useState } from 'react';
import { whenIdle } from '../../components/timing/whenIdle.ts';

/** Loads and renders the live updates when the page is idle. */
export const LiveUpdates = () => {
  const [Notice, setNotice] = useState<ComponentType | null>(null);
  useEffect(
    () =>
      whenIdle(() => {
        import('./UpdateNotice.tsx').then(
          ({ UpdateNotice }) => setNotice(() => UpdateNotice),
          // The page works without live updates.
          () => undefined,
        );
      }),
    [],
  );
  return Notice && <Notice />;
};
