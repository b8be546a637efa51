import { Link, useLoaderData } from 'react-router';
import { ErrorNotice } from '../../data/ErrorNotice.tsx';
import { createPageLoader, type PageErrors, slugParam } from '../../data/pageLoader.ts';
import { accentProps } from '../../lib/color/accent.ts';
import { pathInCollection, usePageSlug } from '../../lib/paths.ts';
import { splitPlayable, useVideoServiceFailure } from '../../lib/playable.ts';
import { compact } from '../../lib/text/lists.ts';
import { pluralize } from '../../lib/text/pluralize.ts';
import { Container } from '../../ui/Container.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Duration } from '../../ui/text/Duration.tsx';
import { UnreadyFilms } from '../cards/films/UnreadyFilms.tsx';
import { FilmListHead } from '../films/head/FilmListHead.tsx';
import { AUTOPLAY_STATE } from '../films/up-next/adjacentFilms.ts';
import { useWatchedFilmIds } from '../watch-history/watchHistoryStore.ts';
import { CollectionPageDocument, useCollectionPageSuspenseQuery } from './CollectionPage.generated.ts';
import styles from './CollectionPage.module.css';
import { CollectionStep } from './CollectionStep.tsx';

/** Loads the query of the collection; the status is 404 if there is none with this slug. */
export const loader = createPageLoader(CollectionPageDocument, slugParam, ({ collection }) => collection);

/** Renders a collection: films as the numbered steps of an argument, then those that cannot be played yet. */
const CollectionPage = () => {
  const slug = usePageSlug();
  const { errors } = useLoaderData<PageErrors>();
  const { data } = useCollectionPageSuspenseQuery({ variables: { slug } });
  const hasServiceFailed = useVideoServiceFailure();
  const collection = data?.collection;
  if (!collection) return null;
  const { title, description } = collection;
  const films = compact(collection.films?.nodes);
  const { playable, unready } = splitPlayable(films, hasServiceFailed);
  const first = playable[0];
  const durationSeconds = playable.reduce((sum, { video }) => sum + (video?.duration ?? 0), 0);
  return (
    <div {...accentProps(films[0]?.accent)}>
      <FilmListHead pageType="Collection" slug={slug} title={title} description={description} films={films} />
      <PageHeader
        kind="Collection"
        title={title}
        aside={
          first && (
            <p className={styles.start}>
              <Link to={pathInCollection(first.slug, slug)} state={AUTOPLAY_STATE} viewTransition>
                Play from the start
              </Link>
              <span>
                {unready.length > 0 && `${playable.length} of `}
                {pluralize(films.length, 'film')}, <Duration seconds={durationSeconds} />
                <WatchedCount ids={playable.map(({ id }) => id)} />
              </span>
            </p>
          )
        }
      >
        {description && <p>{description}</p>}
      </PageHeader>
      <ErrorNotice errors={errors} />
      <Container>
        {films.length === 0 ? (
          <EmptyState>
            <p>The argument is made; its films are still being drawn.</p>
          </EmptyState>
        ) : (
          <>
            <ol className={styles.steps}>
              {playable.map((film, index) => (
                <li key={film.id}>
                  <CollectionStep film={film} position={index + 1} collectionSlug={slug} />
                </li>
              ))}
            </ol>
            <UnreadyFilms films={unready} headingLevel={2} />
          </>
        )}
      </Container>
    </div>
  );
};

/** Renders the number of films that were watched to the end; renders nothing if it is 0. */
const WatchedCount = ({ ids }: { ids: readonly string[] }) => {
  const watchedIds = useWatchedFilmIds();
  const count = ids.filter((id) => watchedIds.has(id)).length;
  if (count === 0) return null;
  return <>, {count === ids.length ? 'all of them' : `${count} of them`} watched</>;
};

export { CollectionPage as Component };
