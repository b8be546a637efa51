import { useEffect } from 'react';
import { isRouteErrorResponse, useLocation, useRevalidator, useRouteError } from 'react-router';
import type { Problem } from '../apollo/dataErrors.ts';
import { hasNavigated } from '../components/hasNavigated.ts';
import { PUBLICATION } from '../components/publication.ts';
import styles from './ErrorPage.module.css';
import { NotFoundPage, Rings } from './NotFoundPage.tsx';

/** What such a page is called, and what stands above its words; by the status of the answer, else a failure. */
const HEADS: Readonly<Record<number, { readonly title: string; readonly heading: string }>> = {
  403: { title: 'Not open', heading: 'A private showing' },
  429: { title: 'Too many requests', heading: 'The reel runs too fast' },
};
const FAILURE = { title: 'Out of order', heading: 'The reel has torn' };

/** Whether the error is a script that did not come; each browser says so in words of its own. */
const isUnfetched = (error: unknown): boolean => error instanceof TypeError && /import/i.test(error.message);

/** Loads the whole page from the server, once that answers: its scripts may have other names since the reader came. */
const loadWhole = () => fetch(location.href, { method: 'HEAD' }).then(() => location.reload(), Boolean);

const reasonOf = (error: unknown): string => {
  if (isUnfetched(error)) return 'This page could not be fetched. Perhaps you are offline.';
  const problems = isRouteErrorResponse(error)
    ? (error.data as { problems?: Problem[] } | null)?.problems
    : null;
  return (
    problems?.map(({ message }) => message.replace(' What you see is the rest of the page.', '')).join(' ') ??
    'Something on our side did not hold. It has nothing to do with what you did.'
  );
};

/** What stands in for a page that could not be made: nothing there, nothing to be had for now, or not for this reader. */
export const FailurePage = () => {
  const error = useRouteError();
  const { revalidate, state } = useRevalidator();
  const { pathname, search } = useLocation();
  const unfetched = isUnfetched(error);
  useEffect(() => {
    // What was loaded whole already would be no better for it.
    if (unfetched && hasNavigated()) void loadWhole();
  }, [unfetched]);
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 404) return <NotFoundPage />;
  const { title, heading } = HEADS[status] ?? FAILURE;
  return (
    <section className={styles.page}>
      <title>{`${title} · ${PUBLICATION.name}`}</title>
      <meta name="robots" content="noindex" />
      <Rings />
      <div className={styles.words}>
        <h1 className={styles.title}>{heading}</h1>
        <p className={styles.text}>{reasonOf(error)}</p>
        <p className={styles.ways}>
          <noscript>
            <a href={`${pathname}${search}`}>Try again</a>
          </noscript>
          <button
            type="button"
            data-scripted
            onClick={() => (unfetched ? loadWhole() : revalidate())}
            disabled={state === 'loading'}
          >
            {state === 'loading' ? 'Asking again' : 'Try again'}
          </button>
          <a href="/">The front page</a>
        </p>
      </div>
    </section>
  );
};
