import { useSyncExternalStore } from 'react';

const subscribe = () => () => undefined;

/** Returns true after hydration; false on the server and during hydration. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
