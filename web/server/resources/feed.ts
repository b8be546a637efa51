import { addressOf } from '../../components/paths.ts';
import { compact } from '../../components/text/lists.ts';
import { answerWith } from './cacheableResponse.ts';
import { unanswered } from './errorResponse.ts';
import { FeedDocument, type FeedQuery } from './Feed.generated.ts';
import { type FeedItem, feedXml } from './feedXml.ts';
import type { Resource } from './resource.ts';

/** What a feed holds: readers ask often, and have the rest already. */
const MOST = 40;

const itemsOf = ({ films, articles }: FeedQuery): FeedItem[] => [
  ...compact(films?.nodes).map(
    ({ slug, title, tagline, publishedAt, updatedAt, synopsis, topics, video }) => ({
      path: addressOf('Film', slug),
      title,
      summary: tagline,
      text: synopsis?.plainText ?? null,
      // The still of a signed film stops being shown before a reader opens the feed.
      image: video?.playback?.policy === 'PUBLIC' ? { url: video.playback.still, alt: null } : null,
      publishedAt,
      updatedAt,
      topics,
    }),
  ),
  ...compact(articles?.nodes).map(({ slug, title, excerpt, publishedAt, updatedAt, topics, cover }) => ({
    path: addressOf('Article', slug),
    title,
    summary: excerpt,
    text: null,
    image: cover,
    publishedAt,
    updatedAt,
    topics,
  })),
];

/** The newest films and articles as an Atom feed. One of the two is better than none; without both it is an error. */
export const feed: Resource = {
  path: '/feed.xml',
  answer: async ({ request, graph, origin }) => {
    const { data, error } = await graph.query({ query: FeedDocument, fetchPolicy: 'no-cache' });
    if (!data?.films && !data?.articles) return unanswered(error);
    const items = itemsOf(data as FeedQuery)
      .sort((a, b) => dateOf(b) - dateOf(a))
      .slice(0, MOST);
    return answerWith(request, {
      body: feedXml(origin, items),
      type: 'application/atom+xml; charset=utf-8',
      isOpen: true,
    });
  },
};

const dateOf = ({ publishedAt, updatedAt }: FeedItem): number =>
  Date.parse(publishedAt ?? updatedAt ?? '') || 0;
