import { dataErrorsOf, hasVideoServiceFailed } from '../../data/dataErrors.ts';
import {
  AuthorFeedDocument,
  type FeedArticleFragment,
  FeedDocument,
  type FeedFilmFragment,
  PersonFeedDocument,
  TopicFeedDocument,
} from '../../features/feeds/Feed.generated.ts';
import { type FeedType, feedPathOf, pathOf, readFeedPath } from '../../lib/paths.ts';
import { splitPlayable } from '../../lib/playable.ts';
import { PUBLICATION } from '../../lib/publication.ts';
import { compact } from '../../lib/text/lists.ts';
import { cacheableResponse } from './cacheableResponse.ts';
import { type FeedItem, type FeedSubject, feedXml, paragraphs } from './feedXml.ts';
import { markdownNodes } from './markdown/markdownNodes.ts';
import { markdownHtml } from './markdownHtml.ts';
import type { Resource, ResourceRequest } from './resource.ts';
import { ResourceError, upstreamError } from './resourceError.ts';

const MAX_ENTRIES = 40;

interface ListOf<T> {
  readonly nodes: readonly (T | null)[];
}

/** The news of a document or of the publication. */
interface News {
  readonly films?: ListOf<FeedFilmFragment> | null;
  readonly articles?: ListOf<FeedArticleFragment> | null;
}

/** A document with its news. */
interface NewsSubject extends News {
  readonly title: string;
  readonly description: string | null;
}

/** Returns the entry of a film. Signed URLs expire before a reader opens the feed. */
const filmItem = (film: FeedFilmFragment): FeedItem => {
  const { slug, title, tagline, publishedAt, updatedAt, synopsis, topics, video } = film;
  const playback = video?.playback?.policy === 'PUBLIC' ? video.playback : null;
  return {
    path: pathOf('Film', slug),
    title,
    summary: tagline,
    text: paragraphs(synopsis?.plainText ?? null),
    authors: [],
    image: playback && { url: playback.still, alt: null },
    videoUrl: playback?.mp4Url ?? null,
    publishedAt,
    updatedAt,
    topics: compact(topics),
  };
};

const articleItem = (origin: string, article: FeedArticleFragment): FeedItem => {
  const { slug, title, excerpt, publishedAt, updatedAt, authors, topics, cover, body } = article;
  const path = pathOf('Article', slug);
  return {
    path,
    title,
    summary: excerpt,
    text: body ? markdownHtml(markdownNodes(body.blocks, `${origin}${path}`)) : [],
    authors: compact(authors),
    image: cover,
    videoUrl: null,
    publishedAt,
    updatedAt,
    topics: compact(topics),
  };
};

/** Responds with the newest films that can be played and articles as an Atom feed. */
const respondWith = (
  origin: string,
  subject: FeedSubject,
  { films, articles }: News,
  error: unknown,
): Response => {
  const items = [
    ...splitPlayable(compact(films?.nodes), hasVideoServiceFailed(dataErrorsOf(error))).playable.map(
      filmItem,
    ),
    ...compact(articles?.nodes).map((article) => articleItem(origin, article)),
  ];
  const newest = items.sort((a, b) => dateOf(b) - dateOf(a)).slice(0, MAX_ENTRIES);
  return cacheableResponse({
    body: feedXml(origin, subject, newest),
    // Browsers show `application/atom+xml` as a plain text.
    type: 'application/xml; charset=utf-8',
    allowsAnyOrigin: true,
  });
};

const dateOf = ({ publishedAt, updatedAt }: FeedItem): number =>
  Date.parse(publishedAt ?? updatedAt ?? '') || 0;

/** The feed of the publication. It is an error if neither list is available. */
export const feed: Resource = {
  path: '/feed.xml',
  respond: async ({ send, origin }) => {
    const { data, error } = await send(FeedDocument, {});
    if (!data?.films && !data?.articles) throw upstreamError(error);
    const subject = {
      path: '/',
      feedPath: '/feed.xml',
      title: PUBLICATION.name,
      subtitle: PUBLICATION.description,
    };
    return respondWith(origin, subject, data ?? {}, error);
  },
};

type Send = ResourceRequest['send'];

/** Loads a document with its news, by type. */
const LOADERS: Record<
  FeedType,
  (send: Send, slug: string) => Promise<{ subject?: NewsSubject | null; error?: unknown }>
> = {
  Topic: async (send, slug) => {
    const { data, error } = await send(TopicFeedDocument, { slug });
    return { subject: data?.topic, error };
  },
  Person: async (send, slug) => {
    const { data, error } = await send(PersonFeedDocument, { slug });
    return { subject: data?.person, error };
  },
  Contributor: async (send, slug) => {
    const { data, error } = await send(AuthorFeedDocument, { slug });
    return { subject: data?.contributor, error };
  },
};

/** The feed of a topic, a person or an author. The status is 404 if there is no such document. */
export const documentFeed: Pick<Resource, 'respond'> = {
  respond: async ({ send, origin, request }) => {
    const address = readFeedPath(new URL(request.url).pathname);
    if (!address) return null;
    const { type, slug } = address;
    const { subject, error } = await LOADERS[type](send, slug);
    if (subject)
      return respondWith(
        origin,
        {
          path: pathOf(type, slug),
          feedPath: feedPathOf(type, slug),
          title: `${subject.title} · ${PUBLICATION.name}`,
          subtitle: subject.description,
        },
        subject,
        error,
      );
    if (error) throw upstreamError(error);
    throw new ResourceError({
      status: 404,
      code: 'NOT_FOUND',
      message: 'expected the slug of a topic, person or author, got an unknown slug',
    });
  },
};
