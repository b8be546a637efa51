import { useEffect, useRef } from 'react';
import { type Location, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { later } from '../components/lazyIsland.tsx';
import { Live } from '../features/live-updates/LiveUpdates.tsx';
import styles from './AppLayout.module.css';

const Header = later(() => import('./deferred.ts').then(({ Header }) => Header));
const Footer = later(() => import('./deferred.ts').then(({ Footer }) => Footer));

/**
 * What a place in the page is remembered by. An entry of the history that the browser made, by a leap or an address
 * somebody typed, has no key of its own: they would all have one place.
 */
const placeOf = ({ key, pathname, search, hash }: Location): string =>
  key === 'default' ? pathname + search + hash : key;

/** What every page stands in: the way past the header, the header, the page, the footer. */
export const Shell = () => {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const busy = useNavigation().state === 'loading';

  // A page that replaces another without a load is announced by nobody unless the focus goes there.
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to the page
      </a>
      <div className={styles.progress} data-busy={busy || undefined} aria-hidden="true" />
      <Header />
      <main id="main" ref={main} tabIndex={-1} className={styles.main} aria-busy={busy}>
        <Outlet />
      </main>
      <Footer />
      <ScrollRestoration getKey={placeOf} />
      <Live />
    </>
  );
};
