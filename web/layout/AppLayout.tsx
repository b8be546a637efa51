import { useEffect, useRef } from 'react';
import {
  type Location,
  Outlet,
  ScrollRestoration,
  useLocation,
  useMatches,
  useNavigation,
} from 'react-router';
import { hasVideoServiceFailed } from '../data/dataErrors.ts';
import type { PageErrors } from '../data/pageLoader.ts';
import { LiveUpdates } from '../features/live-updates/LiveUpdates.tsx';
import { lineSpeed } from '../kit/video/lineSpeed.ts';
import { focusMain } from '../lib/focus/focusMain.ts';
import { useLostFocus } from '../lib/focus/useLostFocus.ts';
import { VideoServiceFailureContext } from '../lib/playable.ts';
import { whenIdle } from '../lib/timing/whenIdle.ts';
import { lazyIsland } from '../ui/lazyIsland.tsx';
import styles from './AppLayout.module.css';

const Header = lazyIsland(() => import('./layoutChunk.ts').then(({ Header }) => Header));
const Footer = lazyIsland(() => import('./layoutChunk.ts').then(({ Footer }) => Footer));

/** After this time in the app, a copy of the front page is stored for reading without a connection. */
const FRONT_PAGE_DELAY_MS = 5000;

/** Returns the key of a saved scroll position. History entries of in-page links and typed URLs all have the key `default`. */
const scrollKeyOf = ({ key, pathname, search, hash }: Location): string =>
  key === 'default' ? pathname + search + hash : key;

/** Renders the skip link, header, page and footer. */
export const AppLayout = () => {
  const { pathname, search } = useLocation();
  const lastPathname = useRef(pathname);
  const isLoading = useNavigation().state === 'loading';
  const hasServiceFailed = useMatches().some(({ loaderData }) =>
    hasVideoServiceFailed((loaderData as Partial<PageErrors> | undefined)?.errors ?? []),
  );

  // Screen readers announce a client-side navigation only if the focus moves.
  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    focusMain();
  }, [pathname]);
  useLostFocus(search);

  useEffect(() => {
    // Loads later, because no page needs it. Without it the app works as before.
    import('../offline/registerServiceWorker.ts').then(
      ({ registerServiceWorker }) => registerServiceWorker(),
      () => undefined,
    );
    const timer = setTimeout(
      () =>
        navigator.serviceWorker?.ready
          .then(() => import('../offline/offlinePages.ts'))
          .then(({ copyFrontPage }) => copyFrontPage())
          .catch(() => undefined),
      FRONT_PAGE_DELAY_MS,
    );
    return () => clearTimeout(timer);
  }, []);

  // The first navigation then finds the code of Apollo Client. A slow line loads it when it is needed.
  useEffect(
    () =>
      whenIdle(() => {
        if (!lineSpeed().isSlow) import('../data/client.ts').catch(() => undefined);
      }),
    [],
  );

  return (
    <>
      <a className={styles.skipLink} href="#main">
        Skip to content
      </a>
      <div className={styles.progress} data-busy={isLoading || undefined} aria-hidden="true" />
      <Header />
      <main id="main" tabIndex={-1} className={styles.main} aria-busy={isLoading}>
        <VideoServiceFailureContext value={hasServiceFailed}>
          <Outlet />
        </VideoServiceFailureContext>
      </main>
      <Footer />
      <ScrollRestoration getKey={scrollKeyOf} />
      <LiveUpdates />
    </>
  );
};
