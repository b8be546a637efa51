import { type ComponentType, useEffect, useState } from 'react';
import { whenIdle } from '../../components/timing/whenIdle.ts';

/** What keeps the page true, once the page has nothing better to do than to fetch it. */
export const Live = () => {
  const [Note, setNote] = useState<ComponentType | null>(null);
  useEffect(
    () =>
      whenIdle(() => {
        import('./UpdateNotice.tsx').then(
          ({ LiveNote }) => setNote(() => LiveNote),
          // A page that is not kept true is still a page.
          () => undefined,
        );
      }),
    [],
  );
  return Note && <Note />;
};
