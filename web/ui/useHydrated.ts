import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether scripts have taken the page over. False on a server and in the browser's first render, so that both agree. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
