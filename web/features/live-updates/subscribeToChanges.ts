import type { ApolloClient } from '@apollo/client';
import { outdate } from '../../apollo/preloadQuery.ts';
import { whenIdle } from '../../components/timing/whenIdle.ts';
import { entitiesOf, shownQueries } from './activeQueries.ts';
import {
  ContentNewsDocument,
  type ContentNewsSubscription,
  VideoNewsDocument,
} from './ContentChanges.generated.ts';
import { bringUpToDate, type DocumentNews } from './refetchStale.ts';
import { type LiveLink, openLiveLink } from './subscriptionClient.ts';

/** A page that is kept true while it is looked at. */
export interface Following {
  /** Looks which films on the page are still being prepared. */
  look(): void;
  stop(): void;
}

/** Milliseconds in which what is heard is gathered, and up to as many more, so that not all readers ask at once. */
const GATHER = 100;
const SPREAD = 200;
/** Films that are waited for at most. */
const MOST_WAITED_FOR = 8;

/**
 * Keeps the page true: hears what changes and asks again for what is shown of it.
 * @param wasAway whether the page was not followed for a while, and may be out of date already
 * @param onUpdated called when the page shows something else than before
 */
export const followNews = (
  client: ApolloClient,
  url: string,
  wasAway: boolean,
  onUpdated: () => void,
): Following => {
  let documents = new Map<string, DocumentNews>();
  let videos = new Set<string>();
  let everything = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let working = false;

  const work = async () => {
    timer = undefined;
    // What is heard meanwhile is worked at afterwards.
    if (working) return;
    working = true;
    const heard = { documents, videos, everything };
    [documents, videos, everything] = [new Map(), new Set(), false];
    if (await bringUpToDate(client, heard).catch(() => false)) onUpdated();
    working = false;
    look();
    if (documents.size > 0 || videos.size > 0 || everything) soon();
  };
  const soon = () => {
    timer ??= setTimeout(() => void work(), GATHER + Math.random() * SPREAD);
  };

  const link: LiveLink = openLiveLink(url, wasAway, () => {
    outdate(client);
    everything = true;
    soon();
  });
  link.subscribe(ContentNewsDocument, {}, ({ contentChanged }) => {
    outdate(client);
    rename(client, contentChanged.node);
    documents.set(contentChanged.id, newsOf(contentChanged));
    soon();
  });

  const waitedFor = new Map<string, () => void>();
  const look = () => {
    const preparing = new Set(
      shownQueries(client)
        .flatMap(({ answer }) => [...entitiesOf(answer)])
        .flatMap(({ __typename, id, status }) => (__typename === 'Video' && status === 'PREPARING' ? id : []))
        .slice(0, MOST_WAITED_FOR),
    );
    for (const [id, end] of waitedFor)
      if (!preparing.has(id)) {
        end();
        waitedFor.delete(id);
      }
    for (const id of preparing) if (!waitedFor.has(id)) waitedFor.set(id, waitFor(id));
  };
  const waitFor = (id: string) =>
    link.subscribe(VideoNewsDocument, { id }, ({ videoStatus }) => {
      if (videoStatus.status === 'PREPARING') return;
      videos.add(id);
      soon();
    });

  const stopLooking = whenIdle(look);
  return {
    look,
    stop() {
      stopLooking();
      clearTimeout(timer);
      link.close();
    },
  };
};

type Changed = ContentNewsSubscription['contentChanged'];

const newsOf = ({ id, type, node }: Changed): DocumentNews => ({
  id,
  typeName: type.charAt(0) + type.slice(1).toLowerCase(),
  slug: node?.slug ?? null,
});

/** Gives a document its new name wherever the page knows it, also in lists that are not asked for again. */
const rename = ({ cache }: ApolloClient, node: Changed['node']): void => {
  const id = node && cache.identify(node);
  if (!node || !id) return;
  const label = 'name' in node ? { name: () => node.name } : { title: () => node.title };
  cache.modify<Record<string, string>>({ id, fields: label });
};
