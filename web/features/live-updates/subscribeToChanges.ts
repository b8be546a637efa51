import type { ApolloClient } from '@apollo/client';
import type { QueryClient } from '../../data/queryClient.ts';
import { watchChanges } from '../../kit/live/watchChanges.ts';
import { whenIdle } from '../../lib/timing/whenIdle.ts';
import { entitiesIn, isRefetchable } from './activeQueries.ts';
import {
  ContentChangesDocument,
  type ContentChangesSubscription,
  VideoChangesDocument,
} from './ContentChanges.generated.ts';
import { type DocumentChange, documentChangeOf, type PendingChanges, refetchStale } from './refetchStale.ts';

export interface ChangeSubscription {
  /** Subscribes to the status of the videos on the page that are not playable yet. */
  watchPreparingVideos(): void;
  unsubscribe(): void;
}

/** A video whose encoding has ended. */
interface VideoChange {
  readonly videoId: string;
}

const MAX_WATCHED_VIDEOS = 8;

/**
 * Subscribes to content changes and refetches the data of the page that they affect. Loads Apollo Client with the first
 * change.
 * @param url the URL of the API
 * @param isResumed true if the page may have missed changes
 * @param onUpdated called when the data of the page has changed
 */
export const subscribeToChanges = (
  queryClient: QueryClient,
  url: string,
  isResumed: boolean,
  onUpdated: () => void,
): ChangeSubscription => {
  const watch = watchChanges<DocumentChange | VideoChange>({
    url,
    isResumed,
    onReconnect: queryClient.invalidate,
    async onChanges({ changes, hasMissedChanges }) {
      const documents = changes.filter((change) => 'typename' in change);
      const videos = changes.filter((change) => 'videoId' in change);
      const pending: PendingChanges = {
        documents: new Map(documents.map((change) => [change.id, change])),
        videoIds: new Set(videos.map(({ videoId }) => videoId)),
        hasMissedChanges,
      };
      const client = await queryClient.loadClient();
      if (await refetchStale(client, pending).catch(() => false)) onUpdated();
      watchPreparingVideos();
    },
  });
  watch.subscribe(ContentChangesDocument, {}, ({ contentChanged }) => {
    queryClient.invalidate();
    void queryClient.loadClient().then(
      (client) => updateCachedTitle(client, contentChanged.node),
      () => undefined,
    );
    watch.add(documentChangeOf(contentChanged));
  });

  const watchedVideos = new Map<string, () => void>();
  const watchPreparingVideos = () => {
    const preparing = new Set(
      queryClient
        .mountedData()
        .filter(isRefetchable)
        .flatMap((data) => [...entitiesIn(data)])
        .flatMap(({ __typename, id, status }) => (__typename === 'Video' && status === 'PREPARING' ? id : []))
        .slice(0, MAX_WATCHED_VIDEOS),
    );
    for (const [id, unsubscribe] of watchedVideos)
      if (!preparing.has(id)) {
        unsubscribe();
        watchedVideos.delete(id);
      }
    for (const id of preparing) if (!watchedVideos.has(id)) watchedVideos.set(id, watchVideo(id));
  };
  const watchVideo = (id: string) =>
    watch.subscribe(VideoChangesDocument, { id }, ({ videoChanged }) => {
      if (videoChanged.status !== 'PREPARING') watch.add({ videoId: id });
    });

  const cancelIdle = whenIdle(watchPreparingVideos);
  return {
    watchPreparingVideos,
    unsubscribe() {
      cancelIdle();
      watch.close();
    },
  };
};

/** Writes the new title or name of a document to the cache, which also updates lists that are not refetched. */
const updateCachedTitle = (
  { cache }: ApolloClient,
  node: ContentChangesSubscription['contentChanged']['node'],
): void => {
  const id = node && cache.identify(node);
  if (!node || !id) return;
  const fields =
    'name' in node ? { name: () => node.name } : 'title' in node ? { title: () => node.title } : {};
  cache.modify<Record<string, string>>({ id, fields });
};
