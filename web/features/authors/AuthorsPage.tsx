import { Link, useLoaderData } from 'react-router';
import { ErrorNotice } from '../../data/ErrorNotice.tsx';
import { createPageLoader, type PageErrors } from '../../data/pageLoader.ts';
import { pathOf } from '../../lib/paths.ts';
import { compact } from '../../lib/text/lists.ts';
import { pluralize } from '../../lib/text/pluralize.ts';
import { PageHead } from '../../seo/PageHead.tsx';
import { Container } from '../../ui/Container.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { AuthorsPageDocument, useAuthorsPageSuspenseQuery } from './AuthorsPage.generated.ts';
import styles from './AuthorsPage.module.css';

/** Loads the list of authors. */
export const loader = createPageLoader(
  AuthorsPageDocument,
  () => ({}),
  ({ contributors }) => contributors,
);

/** Renders the people who write for the publication. */
const AuthorsPage = () => {
  const { errors } = useLoaderData<PageErrors>();
  const { data } = useAuthorsPageSuspenseQuery({});
  const authors = compact(data?.contributors?.nodes);
  return (
    <>
      <PageHead title="Authors" description="The people who write the articles." />
      <PageHeader title="Authors">
        <p>Who writes here, and what.</p>
      </PageHeader>
      <ErrorNotice errors={errors} />
      <Container>
        {authors.length === 0 ? (
          <EmptyState>
            <p>There are no authors yet.</p>
          </EmptyState>
        ) : (
          <ul className={styles.authors}>
            {authors.map(({ id, slug, name, role, biography, articles }) => (
              <li key={id} className={styles.author}>
                <h2 className={styles.name}>
                  {slug ? <Link to={pathOf('Contributor', slug)}>{name}</Link> : name}
                </h2>
                {biography && <p className={styles.biography}>{biography}</p>}
                <p className={styles.facts}>
                  {role && <span>{role}</span>}
                  {articles && <span>{pluralize(articles.totalCount, 'article')}</span>}
                </p>
              </li>
            ))}
          </ul>
        )}
      </Container>
    </>
  );
};

export { AuthorsPage as Component };
