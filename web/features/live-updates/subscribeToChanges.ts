import type { ApolloClient } from '@apollo/client';
import { invalidatePreloadedQueries } from '../../apollo/preloadQuery.ts';
import { whenIdle } from '../../components/timing/whenIdle.ts';
import { activeQueries, entitiesIn } from './activeQueries.ts';
import {
  ContentChangesDocument,
  type ContentChangesSubscription,
  VideoStatusDocument,
} from './ContentChanges.generated.ts';
import { type DocumentChange, type PendingChanges, refetchStale } from './refetchStale.ts';
import { createSubscriptionClient } from './subscriptionClient.ts';

export interface ChangeSubscription {
  /** Subscribes to the status of the videos on the page that are not playable yet. */
  watchPreparingVideos(): void;
  unsubscribe(): void;
}

/** The time for which changes are collected before a refetch. */
const BATCH_DELAY_MS = 100;
/** The random part of the delay, which spreads the refetches of all clients. */
const MAX_JITTER_MS = 200;
const MAX_WATCHED_VIDEOS = 8;

/**
 * Subscribes to content changes and refetches the data of the page that they affect.
 * @param url the WebSocket URL of the API
 * @param isResumed true if the page was subscribed before and may have missed changes
 * @param onUpdated called when the data of the page has changed
 */
export const subscribeToChanges = (
  client: ApolloClient,
  url: string,
  isResumed: boolean,
  onUpdated: () => void,
): ChangeSubscription => {
  let documents = new Map<string, DocumentChange>();
  let videoIds = new Set<string>();
  let hasMissedChanges = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRefetching = false;

  const refetch = async () => {
    timer = undefined;
    // Changes that arrive during a refetch are handled after it.
    if (isRefetching) return;
    isRefetching = true;
    const changes: PendingChanges = { documents, videoIds, hasMissedChanges };
    [documents, videoIds, hasMissedChanges] = [new Map(), new Set(), false];
    if (await refetchStale(client, changes).catch(() => false)) onUpdated();
    isRefetching = false;
    watchPreparingVideos();
    if (documents.size > 0 || videoIds.size > 0 || hasMissedChanges) scheduleRefetch();
  };
  const scheduleRefetch = () => {
    timer ??= setTimeout(() => void refetch(), BATCH_DELAY_MS + Math.random() * MAX_JITTER_MS);
  };

  const subscriptions = createSubscriptionClient(url, isResumed, () => {
    invalidatePreloadedQueries(client);
    hasMissedChanges = true;
    scheduleRefetch();
  });
  subscriptions.subscribe(ContentChangesDocument, {}, ({ contentChanged }) => {
    invalidatePreloadedQueries(client);
    updateCachedTitle(client, contentChanged.node);
    documents.set(contentChanged.id, documentChangeOf(contentChanged));
    scheduleRefetch();
  });

  const watchedVideos = new Map<string, () => void>();
  const watchPreparingVideos = () => {
    const preparing = new Set(
      activeQueries(client)
        .flatMap(({ data }) => [...entitiesIn(data)])
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
    subscriptions.subscribe(VideoStatusDocument, { id }, ({ videoStatus }) => {
      if (videoStatus.status === 'PREPARING') return;
      videoIds.add(id);
      scheduleRefetch();
    });

  const cancelIdle = whenIdle(watchPreparingVideos);
  return {
    watchPreparingVideos,
    unsubscribe() {
      cancelIdle();
      clearTimeout(timer);
      subscriptions.close();
    },
  };
};

type ContentChange = ContentChangesSubscription['contentChanged'];

const documentChangeOf = ({ id, type, node }: ContentChange): DocumentChange => ({
  id,
  typename: type.charAt(0) + type.slice(1).toLowerCase(),
  slug: node && 'slug' in node ? node.slug : null,
});

/** Writes the new title or name of a document to the cache, which also updates lists that are not refetched. */
const updateCachedTitle = ({ cache }: ApolloClient, node: ContentChange['node']): void => {
  const id = node && cache.identify(node);
  if (!node || !id) return;
  const fields =
    'name' in node ? { name: () => node.name } : 'title' in node ? { title: () => node.title } : {};
  cache.modify<Record<string, string>>({ id, fields });
};
