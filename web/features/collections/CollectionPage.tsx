import { Link, useLoaderData, useParams } from 'react-router';
import { ProblemNote } from '../../apollo/ErrorNotice.tsx';
import { loadPage, type PageFaults, slugParam } from '../../apollo/loadPage.ts';
import { Plain } from '../../components/Container.tsx';
import { Empty } from '../../components/EmptyState.tsx';
import { Opening } from '../../components/PageHeader.tsx';
import { addressWithin } from '../../components/paths.ts';
import { accented } from '../../components/text/accent.ts';
import { Duration } from '../../components/text/Duration.tsx';
import { compact } from '../../components/text/lists.ts';
import { pluralize } from '../../components/text/pluralize.ts';
import { FilmListHead } from '../films/FilmListHead.tsx';
import type { Arrival } from '../films/up-next/adjacentFilms.ts';
import { useWatched } from '../watch-history/watchHistoryStore.ts';
import { CollectionPageDocument, useCollectionPageSuspenseQuery } from './CollectionPage.generated.ts';
import styles from './CollectionPage.module.css';
import { CollectionStep } from './CollectionStep.tsx';

/** What the press of a link tells the film's page. */
const PLAYING: Arrival = { plays: true };

/** Warms the collection's query; 404 when there is no such collection. */
export const loader = loadPage(CollectionPageDocument, slugParam, ({ collection }) => collection);

/** A collection: films in an order that makes an argument, one step below the other. */
const CollectionPage = () => {
  const { slug = '' } = useParams();
  const { problems } = useLoaderData<PageFaults>();
  const { data } = useCollectionPageSuspenseQuery({ variables: { slug } });
  const collection = data?.collection;
  if (!collection) return null;
  const { title, description } = collection;
  const films = compact(collection.films.nodes);
  const place = films.findIndex(({ video }) => video?.status === 'READY');
  const first = films[place];
  const seconds = films.reduce((sum, { video }) => sum + (video?.duration ?? 0), 0);
  return (
    <div {...accented(films[0]?.accent)}>
      <FilmListHead subject="Collection" {...{ slug, title, description, films }} />
      <Opening
        kind="Collection"
        title={title}
        aside={
          first && (
            <p className={styles.start}>
              <Link to={addressWithin(first.slug, slug)} state={PLAYING} viewTransition>
                Play from the start
              </Link>
              <span>
                {pluralize(films.length, 'film')}, <Duration seconds={seconds} />
                <WatchedCount ids={films.map(({ id }) => id)} />
              </span>
              {place > 0 && (
                <span>
                  It begins with {place + 1}, “{first.title}”: {place > 1 && `1 ${place > 2 ? 'to' : 'and'} `}
                  {place} cannot be played yet.
                </span>
              )}
            </p>
          )
        }
      >
        {description && <p>{description}</p>}
      </Opening>
      <ProblemNote problems={problems} />
      <Plain>
        {films.length === 0 ? (
          <Empty>
            <p>The argument is made; its films are still being drawn.</p>
          </Empty>
        ) : (
          <ol className={styles.steps}>
            {films.map((film, at) => (
              <li key={film.id}>
                <CollectionStep film={film} place={at + 1} collection={slug} />
              </li>
            ))}
          </ol>
        )}
      </Plain>
    </div>
  );
};

/** How many of these films the reader has watched to the end; nothing when none. */
const WatchedCount = ({ ids }: { ids: readonly string[] }) => {
  const watched = new Set(useWatched().split(' '));
  const count = ids.filter((id) => watched.has(id)).length;
  if (count === 0) return null;
  return <>, {count === ids.length ? 'all of them' : `${count} of them`} watched</>;
};

export { CollectionPage as Component };
