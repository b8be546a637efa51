import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { hasNavigated } from '../lib/navigation/hasNavigated.ts';
import { useAnnouncedHydration } from '../lib/replayedClicks.ts';

const AnnouncedHydration = () => {
  useAnnouncedHydration();
  return null;
};

/**
 * Makes a component load and hydrate as a separate chunk, after the page. The server renders it as usual, so its HTML and
 * links work before. If the chunk fails to load, the first page keeps the server's HTML and client-side navigations throw.
 * @param load imports the component
 * @param fallback is rendered while the chunk loads, if there is no HTML of the server
 * @param trigger resolves when the browser should load the chunk of the first page; later pages load it at once. Default:
 * at once, because nested islands would otherwise load one after the other
 */
export const lazyIsland = <C extends ComponentType<never>>(
  load: () => Promise<C>,
  fallback: ReactNode = null,
  trigger?: () => Promise<void>,
): C => {
  let failure: unknown;
  const navigation = Promise.withResolvers<void>();
  const loadModule = async () => {
    try {
      if (typeof document !== 'undefined' && trigger) await Promise.race([trigger(), navigation.promise]);
      return { default: (await load()) as unknown as ComponentType };
    } catch (error) {
      // Only the first page has HTML of the server to keep.
      if (typeof document === 'undefined' || hasNavigated()) throw error;
      failure = error;
      return new Promise<never>(() => undefined);
    }
  };
  const modulePromise = typeof document === 'undefined' || trigger ? undefined : loadModule();
  // `lazy` handles the error when the component renders.
  modulePromise?.catch(() => undefined);
  const LazyComponent = lazy(() => modulePromise ?? loadModule());
  const Island = (props: object) => {
    if (typeof document !== 'undefined' && hasNavigated()) {
      // A navigation waits for the HTML of the first page to hydrate, and its trigger may never come.
      navigation.resolve();
      // Browsers cache a failed import, so a retry is useless.
      if (failure) throw failure;
    }
    return (
      <Suspense fallback={fallback}>
        <LazyComponent {...props} />
        <AnnouncedHydration />
      </Suspense>
    );
  };
  return Island as unknown as C;
};
