import { useEffect, useEffectEvent } from 'react';
import { isRouteErrorResponse, useLocation, useRevalidator, useRouteError } from 'react-router';
import type { DataError } from '../data/dataErrors.ts';
import { ERROR_HEADINGS, errorHeading, errorMessages } from '../data/errorMessages.ts';
import type { PageErrors } from '../data/pageLoader.ts';
import { hasNavigated } from '../lib/navigation/hasNavigated.ts';
import { reloadPage } from '../lib/navigation/reloadPage.ts';
import { PUBLICATION } from '../lib/publication.ts';
import styles from './ErrorPage.module.css';
import { linkTarget } from './linkTarget.ts';
import { NotFoundPage, PlaceholderPattern } from './NotFoundPage.tsx';

/** Returns true if a chunk failed to load. Each browser has its own message for it. */
const isChunkLoadError = (error: unknown): boolean =>
  error instanceof TypeError && /import/i.test(error.message);

/** Returns the errors that a loader has thrown. A chunk that failed to load counts as one. */
const errorsOfRoute = (error: unknown): readonly DataError[] => {
  if (isChunkLoadError(error)) return [{ code: 'UNREACHABLE', service: null }];
  return (isRouteErrorResponse(error) && (error.data as Partial<PageErrors> | null)?.errors) || [];
};

/** Renders the error page for the error of the route: not found, unavailable, or access denied. It retries when the connection is back. */
export const ErrorPage = () => {
  const error = useRouteError();
  const { revalidate, state } = useRevalidator();
  const { pathname, search } = useLocation();
  const isChunkMissing = isChunkLoadError(error);
  useEffect(() => {
    // A reload helps only if the document is from an earlier navigation.
    if (isChunkMissing && hasNavigated()) void reloadPage();
  }, [isChunkMissing]);
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const retry = useEffectEvent(() => void (isChunkMissing ? reloadPage() : revalidate()));
  useEffect(() => {
    // The server has refused the page.
    if (status < 500) return;
    const handleOnline = () => retry();
    addEventListener('online', handleOnline);
    return () => removeEventListener('online', handleOnline);
  }, [status]);
  if (status === 404) return <NotFoundPage />;
  const errors = errorsOfRoute(error);
  const [heading, sentence] = errorHeading(errors, ERROR_HEADINGS.failed);
  const messages = errors.length > 0 ? errorMessages(errors) : ['An error occurred on our server.'];
  return (
    <section className={styles.page}>
      <title>{`${heading} · ${PUBLICATION.name}`}</title>
      <meta name="robots" content="noindex" />
      <PlaceholderPattern />
      <div className={styles.content}>
        <h1 className={styles.title}>{heading}</h1>
        <p className={styles.text}>{[sentence, ...messages].join(' ')}</p>
        <p className={styles.actions}>
          <noscript>
            <a href={`${pathname}${search}`}>Retry</a>
          </noscript>
          <button
            type="button"
            data-requires-js
            onClick={() => (isChunkMissing ? reloadPage() : revalidate())}
            disabled={state === 'loading'}
          >
            {state === 'loading' ? 'Retrying' : 'Retry'}
          </button>
          <a href="/" target={linkTarget(pathname)}>
            Home
          </a>
        </p>
      </div>
    </section>
  );
};
