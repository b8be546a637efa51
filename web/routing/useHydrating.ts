import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether this is markup of a server: true there, and in the browser for as long as it takes that over. */
export const useHydrating = (): boolean =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
