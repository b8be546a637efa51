import { useSyncExternalStore } from 'react';

const subscribe = () => () => undefined;

/** Whether React has hydrated the page: false on the server and in the browser's first render of the server's markup. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
