import { useLoaderData, useParams } from 'react-router';
import { ProblemNote } from '../../apollo/ErrorNotice.tsx';
import { loadPage, type PageFaults, slugParam } from '../../apollo/loadPage.ts';
import { Plain } from '../../components/Container.tsx';
import { Empty } from '../../components/EmptyState.tsx';
import { later } from '../../components/lazyIsland.tsx';
import { Opening } from '../../components/PageHeader.tsx';
import { Band } from '../../components/Section.tsx';
import { accented } from '../../components/text/accent.ts';
import { compact } from '../../components/text/lists.ts';
import { partToCome } from '../films/cards/videoAvailability.ts';
import { FilmListHead } from '../films/FilmListHead.tsx';
import { neighboursOf } from './neighbours.ts';
import { TopicPageDocument, useTopicPageSuspenseQuery } from './TopicPage.generated.ts';

// What lies under the films is taken over after them.
const FilmGrid = later(() => import('../films/cards/FilmGrid.tsx').then(({ FilmGrid }) => FilmGrid));
const ArticleList = later(() =>
  import('../articles/cards/ArticleList.tsx').then(({ ArticleList }) => ArticleList),
);
const TopicLine = later(() => import('./TopicLine.tsx').then(({ TopicLine }) => TopicLine));

/** Warms the topic's query; 404 when there is no such topic. */
export const loader = loadPage(TopicPageDocument, slugParam, ({ topic }) => topic);

/** All that shares a subject. */
const TopicPage = () => {
  const { slug = '' } = useParams();
  const { problems } = useLoaderData<PageFaults>();
  const { data } = useTopicPageSuspenseQuery({ variables: { slug } });
  const topic = data?.topic;
  if (!topic) return null;
  const { title, description } = topic;
  const films = compact(topic.films.nodes);
  const { shown, toCome } = partToCome(films);
  const articles = compact(topic.articles.nodes);
  const neighbours = neighboursOf(topic.id, [...films, ...articles]);
  return (
    <div {...accented(films[0]?.accent)}>
      <FilmListHead subject="Topic" {...{ slug, title, description, films }} />
      <Opening kind="Topic" title={title}>
        {description && <p>{description}</p>}
      </Opening>
      <ProblemNote problems={problems} />
      {shown.length + toCome.length + articles.length === 0 ? (
        <Plain>
          <Empty>
            <p>Nothing has been published about this yet.</p>
          </Empty>
        </Plain>
      ) : (
        <>
          {shown.length > 0 && (
            <Plain>
              <FilmGrid films={shown} level={2} rhythm={shown.length > 2 ? 'even' : 'breathing'} />
            </Plain>
          )}
          {articles.length > 0 && (
            <Band title="To read">
              <ArticleList articles={articles} />
            </Band>
          )}
          {toCome.length > 0 && (
            <Band title="Still to come">
              <FilmGrid films={toCome} />
            </Band>
          )}
        </>
      )}
      {neighbours.length > 0 && (
        <Band title="Next to it" more={{ to: '/topics', words: 'All topics' }}>
          <TopicLine topics={neighbours} />
        </Band>
      )}
    </div>
  );
};

export { TopicPage as Component };
