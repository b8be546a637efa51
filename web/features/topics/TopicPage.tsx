import { useLoaderData } from 'react-router';
import { ErrorNotice } from '../../data/ErrorNotice.tsx';
import { createPageLoader, type PageErrors, slugParam } from '../../data/pageLoader.ts';
import { accentProps } from '../../lib/color/accent.ts';
import { feedPathOf, usePageSlug } from '../../lib/paths.ts';
import { compact } from '../../lib/text/lists.ts';
import { Container } from '../../ui/Container.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FeedLink } from '../../ui/FeedLink.tsx';
import { lazyIsland } from '../../ui/lazyIsland.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Section } from '../../ui/Section.tsx';
import { FilmListHead } from '../films/head/FilmListHead.tsx';
import { relatedTopics } from './relatedTopics.ts';
import { TopicPageDocument, useTopicPageSuspenseQuery } from './TopicPage.generated.ts';

const FilmGrid = lazyIsland(() => import('../cards/films/FilmGrid.tsx').then(({ FilmGrid }) => FilmGrid));
const ArticleList = lazyIsland(() =>
  import('../cards/articles/ArticleList.tsx').then(({ ArticleList }) => ArticleList),
);
const TopicList = lazyIsland(() => import('./TopicList.tsx').then(({ TopicList }) => TopicList));

/** Loads the query of the topic; the status is 404 if there is none with this slug. */
export const loader = createPageLoader(TopicPageDocument, slugParam, ({ topic }) => topic);

/** Renders the page of a topic: its films, its articles and related topics. */
const TopicPage = () => {
  const slug = usePageSlug();
  const { errors } = useLoaderData<PageErrors>();
  const { data } = useTopicPageSuspenseQuery({ variables: { slug } });
  const topic = data?.topic;
  if (!topic) return null;
  const { title, description } = topic;
  const films = compact(topic.films?.nodes);
  const articles = compact(topic.articles?.nodes);
  const related = relatedTopics(topic.id, [...films, ...articles]);
  return (
    <div {...accentProps(films[0]?.accent)}>
      <FilmListHead
        pageType="Topic"
        slug={slug}
        title={title}
        description={description}
        films={films}
        feedPath={feedPathOf('Topic', slug)}
      />
      <PageHeader kind="Topic" title={title} aside={<FeedLink type="Topic" slug={slug} name={title} />}>
        {description && <p>{description}</p>}
      </PageHeader>
      <ErrorNotice errors={errors} />
      {films.length + articles.length === 0 ? (
        <Container>
          <EmptyState>
            <p>Nothing has been published about this yet.</p>
          </EmptyState>
        </Container>
      ) : (
        <>
          {films.length > 0 && (
            <Container>
              <FilmGrid films={films} headingLevel={2} layout="few" />
            </Container>
          )}
          {articles.length > 0 && (
            <Section title="Articles">
              <ArticleList articles={articles} />
            </Section>
          )}
        </>
      )}
      {related.length > 0 && (
        <Section title="Related topics" more={{ to: '/topics', label: 'All topics' }}>
          <TopicList topics={related} />
        </Section>
      )}
    </div>
  );
};

export { TopicPage as Component };
