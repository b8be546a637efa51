import { useEffect } from 'react';
import { isRouteErrorResponse, useLocation, useRevalidator, useRouteError } from 'react-router';
import { errorMessages } from '../data/errorMessages.ts';
import type { PageErrors } from '../data/loadPage.ts';
import { hasNavigated } from '../lib/navigation/hasNavigated.ts';
import { reloadPage } from '../lib/navigation/reloadPage.ts';
import { PUBLICATION } from '../lib/publication.ts';
import styles from './ErrorPage.module.css';
import { NotFoundPage, PlaceholderPattern } from './NotFoundPage.tsx';

/** Heading and first sentence by HTTP status. */
const MESSAGES: Readonly<Record<number, readonly [heading: string, sentence: string]>> = {
  403: ['You don’t have access', 'This is a private showing.'],
  429: ['Too many requests', 'The reel runs too fast.'],
};
const DEFAULT_MESSAGE = ['This page cannot be shown right now', 'The reel has torn.'] as const;

/** Returns true if a chunk failed to load. Each browser has its own message for it. */
const isChunkLoadError = (error: unknown): boolean =>
  error instanceof TypeError && /import/i.test(error.message);

const messageOf = (error: unknown): string => {
  if (isChunkLoadError(error)) return 'This page could not be loaded. Check your connection, then try again.';
  const errors = isRouteErrorResponse(error) ? (error.data as Partial<PageErrors> | null)?.errors : null;
  if (!errors?.length) return 'An error occurred on our server.';
  return errorMessages(errors).join(' ').replaceAll(' The rest of the page is shown.', '');
};

/** Renders the error page for the error of the route: not found, unavailable, or access denied. */
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
  if (status === 404) return <NotFoundPage />;
  const [heading, sentence] = MESSAGES[status] ?? DEFAULT_MESSAGE;
  return (
    <section className={styles.page}>
      <title>{`${heading} · ${PUBLICATION.name}`}</title>
      <meta name="robots" content="noindex" />
      <PlaceholderPattern />
      <div className={styles.content}>
        <h1 className={styles.title}>{heading}</h1>
        <p className={styles.text}>{`${sentence} ${messageOf(error)}`}</p>
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
          <a href="/">Home</a>
        </p>
      </div>
    </section>
  );
};
