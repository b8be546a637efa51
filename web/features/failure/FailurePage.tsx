import { isRouteErrorResponse, useLocation, useRevalidator, useRouteError } from 'react-router';
import type { Problem } from '../../graphql/problems.ts';
import { PUBLICATION } from '../../ui/publication.ts';
import styles from './FailurePage.module.css';
import { NotFoundPage, Rings } from './NotFoundPage.tsx';

const reasonOf = (error: unknown): string => {
  const problems = isRouteErrorResponse(error)
    ? (error.data as { problems?: Problem[] } | null)?.problems
    : null;
  return (
    problems?.map(({ message }) => message.replace(' What you see is the rest of the page.', '')).join(' ') ??
    'Something on our side did not hold. It has nothing to do with what you did.'
  );
};

/** What stands in for a page that could not be made: nothing there, or nothing to be had for now. */
export const FailurePage = () => {
  const error = useRouteError();
  const { revalidate, state } = useRevalidator();
  const { pathname, search } = useLocation();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  return (
    <section className={styles.page}>
      <title>{`Out of order · ${PUBLICATION.name}`}</title>
      <meta name="robots" content="noindex" />
      <Rings />
      <div className={styles.words}>
        <h1 className={styles.title}>The reel has torn</h1>
        <p className={styles.text}>{reasonOf(error)}</p>
        <p className={styles.ways}>
          <noscript>
            <a href={`${pathname}${search}`}>Try again</a>
          </noscript>
          <button type="button" data-scripted onClick={() => revalidate()} disabled={state === 'loading'}>
            {state === 'loading' ? 'Asking again' : 'Try again'}
          </button>
          <a href="/">The front page</a>
        </p>
      </div>
    </section>
  );
};
