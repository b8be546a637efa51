import { addressOf } from '../../components/paths.ts';
import { PUBLICATION } from '../../components/publication.ts';
import { element, type Markup, optional, xmlDocument } from './xml.ts';

/** A film or an article, as a feed tells it. */
export interface FeedItem {
  path: string;
  title: string;
  summary: string | null;
  /** The whole of what is said, where a feed can say it; paragraphs are parted by empty lines. */
  text: string | null;
  image: { url: string; alt: string | null } | null;
  publishedAt: string | null;
  updatedAt: string | null;
  topics: readonly { slug: string; title: string }[];
}

/** Before the first publication: what Atom asks for where no date is known. */
const LONG_AGO = '2000-01-01T00:00:00Z';

const paragraphs = (text: string | null): Markup[] =>
  (text ?? '')
    .split(/\n{2,}/)
    .filter((words) => words.trim())
    .map((words) => element('p', words.trim()));

/** Markup as the text of an element whose `type` is `html`: escaped once more by whoever sets it. */
const contentOf = ({ image, summary, text }: FeedItem): string =>
  [
    ...(image ? [element('p', element('img', null, { src: image.url, alt: image.alt ?? '' }))] : []),
    ...paragraphs(summary),
    ...paragraphs(text),
  ]
    .map(({ markup }) => markup)
    .join('');

const dateOf = ({ updatedAt, publishedAt }: FeedItem): string =>
  new Date(updatedAt ?? publishedAt ?? LONG_AGO).toISOString();

const entryXml = (origin: string, item: FeedItem): Markup => {
  const { path, title, summary, image, publishedAt, topics } = item;
  return element('entry', [
    element('id', `${origin}${path}`),
    element('title', title),
    element('link', null, { rel: 'alternate', type: 'text/html', href: `${origin}${path}` }),
    image && element('media:thumbnail', null, { url: image.url }),
    optional('published', publishedAt),
    element('updated', dateOf(item)),
    topics.map((topic) =>
      element('category', null, {
        term: topic.slug,
        scheme: `${origin}${addressOf('Topic', '')}`,
        label: topic.title,
      }),
    ),
    optional('summary', summary),
    element('content', contentOf(item), { type: 'html' }),
  ]);
};

/**
 * An Atom feed (RFC 4287) with the thumbnails of Media RSS.
 * @param items the newest first
 */
export const feedXml = (origin: string, items: readonly FeedItem[]): string =>
  xmlDocument(
    element(
      'feed',
      [
        element('id', `${origin}/`),
        element('title', PUBLICATION.name),
        element('subtitle', PUBLICATION.description),
        element('link', null, { rel: 'alternate', type: 'text/html', href: `${origin}/` }),
        element('link', null, { rel: 'self', type: 'application/atom+xml', href: `${origin}/feed.xml` }),
        element('icon', `${origin}/icon-192.png`),
        element('author', [element('name', PUBLICATION.name), element('uri', `${origin}/`)]),
        element('updated', items.map(dateOf).sort().at(-1) ?? new Date(LONG_AGO).toISOString()),
        items.map((item) => entryXml(origin, item)),
      ],
      {
        xmlns: 'http://www.w3.org/2005/Atom',
        'xmlns:media': 'http://search.yahoo.com/mrss/',
        'xml:lang': 'en',
      },
    ),
  );
