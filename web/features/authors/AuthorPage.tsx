import { useLoaderData } from 'react-router';
import { ErrorNotice } from '../../data/ErrorNotice.tsx';
import { createPageLoader, type PageErrors, slugParam } from '../../data/pageLoader.ts';
import { feedPathOf, usePageSlug } from '../../lib/paths.ts';
import { PUBLICATION } from '../../lib/publication.ts';
import { compact } from '../../lib/text/lists.ts';
import { breadcrumbList } from '../../seo/breadcrumbList.ts';
import { useOrigin } from '../../seo/originContext.ts';
import { PageHead } from '../../seo/PageHead.tsx';
import { profilePage } from '../../seo/profilePage.ts';
import { FeedLink } from '../../ui/FeedLink.tsx';
import { lazyIsland } from '../../ui/lazyIsland.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Section } from '../../ui/Section.tsx';
import { AuthorPageDocument, useAuthorPageSuspenseQuery } from './AuthorPage.generated.ts';

const ArticleList = lazyIsland(() =>
  import('../cards/articles/ArticleList.tsx').then(({ ArticleList }) => ArticleList),
);

/** Loads the query of the author; the status is 404 if there is none with this slug. */
export const loader = createPageLoader(AuthorPageDocument, slugParam, ({ contributor }) => contributor);

/** Renders the page of a person who writes for the publication: who they are, and their articles. */
const AuthorPage = () => {
  const slug = usePageSlug();
  const origin = useOrigin();
  const { errors } = useLoaderData<PageErrors>();
  const { data } = useAuthorPageSuspenseQuery({ variables: { slug } });
  const author = data?.contributor;
  if (!author) return null;
  const { name, role, biography } = author;
  const description = biography ?? `${name} writes for ${PUBLICATION.name}.`;
  const articles = compact(author.articles?.nodes);
  return (
    <article>
      <PageHead
        title={name}
        description={description}
        ogType="profile"
        feedPath={feedPathOf('Contributor', slug)}
        structuredData={[
          profilePage(origin, { pageType: 'Contributor', slug, name, description }),
          breadcrumbList(origin, 'Contributor', slug, name),
        ]}
      />
      <PageHeader
        kind={role ?? 'Author'}
        title={name}
        aside={<FeedLink type="Contributor" slug={slug} name={name} />}
      >
        {biography && <p>{biography}</p>}
      </PageHeader>
      <ErrorNotice errors={errors} />
      {articles.length > 0 && (
        <Section title="Articles">
          <ArticleList articles={articles} />
        </Section>
      )}
    </article>
  );
};

export { AuthorPage as Component };
