import { pathOf } from '../../lib/paths.ts';
import { compact } from '../../lib/text/lists.ts';
import { cacheableResponse } from './cacheableResponse.ts';
import { FeedDocument, type FeedQuery } from './Feed.generated.ts';
import { type FeedItem, feedXml } from './feedXml.ts';
import type { Resource } from './resource.ts';
import { upstreamError } from './resourceError.ts';

const MAX_ENTRIES = 40;

const itemsOf = ({ films, articles }: FeedQuery): FeedItem[] => [
  ...compact(films?.nodes).map(
    ({ slug, title, tagline, publishedAt, updatedAt, synopsis, topics, video }) => ({
      path: pathOf('Film', slug),
      title,
      summary: tagline,
      text: synopsis?.plainText ?? null,
      // The URL of a signed still expires before a reader opens the feed.
      image: video?.playback?.policy === 'PUBLIC' ? { url: video.playback.still, alt: null } : null,
      publishedAt,
      updatedAt,
      topics: compact(topics),
    }),
  ),
  ...compact(articles?.nodes).map(({ slug, title, excerpt, publishedAt, updatedAt, topics, cover }) => ({
    path: pathOf('Article', slug),
    title,
    summary: excerpt,
    text: null,
    image: cover,
    publishedAt,
    updatedAt,
    topics: compact(topics),
  })),
];

/** The newest films and articles as an Atom feed. It is an error if neither list is available. */
export const feed: Resource = {
  path: '/feed.xml',
  respond: async ({ send, origin }) => {
    const { data, error } = await send(FeedDocument, {});
    if (!data?.films && !data?.articles) throw upstreamError(error);
    const items = itemsOf(data as FeedQuery)
      .sort((a, b) => dateOf(b) - dateOf(a))
      .slice(0, MAX_ENTRIES);
    return cacheableResponse({
      body: feedXml(origin, items),
      type: 'application/atom+xml; charset=utf-8',
      allowsAnyOrigin: true,
    });
  },
};

const dateOf = ({ publishedAt, updatedAt }: FeedItem): number =>
  Date.parse(publishedAt ?? updatedAt ?? '') || 0;
