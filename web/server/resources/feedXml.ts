import { pathOf } from '../../lib/paths.ts';
import { PUBLICATION, SITE_LANGUAGE } from '../../lib/publication.ts';
import { formatDate } from '../../lib/text/dates.ts';
import { element, type Markup, optionalElement, xmlDocument } from './xml.ts';

/** What a feed is about. */
export interface FeedSubject {
  /** The path of the page whose news the feed has. */
  path: string;
  /** The path of the feed. */
  feedPath: string;
  title: string;
  subtitle: string | null;
}

/** A film or an article in the feed. */
export interface FeedItem {
  path: string;
  title: string;
  summary: string | null;
  /** The whole text as HTML; empty for only the summary. */
  text: readonly (Markup | string)[];
  /** The people who wrote it; empty for the publication. */
  authors: readonly { name: string; slug: string | null }[];
  /** The URL of an MP4 file; null without one. */
  videoUrl: string | null;
  image: { url: string | null; alt: string | null } | null;
  publishedAt: string | null;
  updatedAt: string | null;
  topics: readonly { slug: string; title: string }[];
}

/** The style sheet of feeds in a browser (`web/public/feed.css`). Browsers no longer transform documents with XSL. */
const STYLE_SHEET = '/feed.css';

/** Atom requires a date of each entry. */
const FALLBACK_DATE = '2000-01-01T00:00:00Z';

/** Returns the paragraphs of a plain text, which has empty lines between them, as HTML. */
export const paragraphs = (text: string | null): Markup[] =>
  (text ?? '')
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim())
    .map((paragraph) => element('p', paragraph.trim()));

/** Returns the HTML of an entry. The `content` element escapes it once more, as its type `html` requires. */
const htmlOf = ({ image, summary, text }: FeedItem): string =>
  element('div', [
    image?.url ? element('p', element('img', null, { src: image.url, alt: image.alt ?? '' })) : null,
    paragraphs(summary),
    text,
  ]).markup;

const dateOf = ({ updatedAt, publishedAt }: FeedItem): string =>
  new Date(updatedAt ?? publishedAt ?? FALLBACK_DATE).toISOString();

const entryXml = (origin: string, item: FeedItem): Markup => {
  const { path, title, summary, image, videoUrl, publishedAt, authors, topics } = item;
  return element('entry', [
    element('id', `${origin}${path}`),
    element('title', title),
    element('link', null, { rel: 'alternate', type: 'text/html', href: `${origin}${path}` }),
    videoUrl ? element('link', null, { rel: 'enclosure', type: 'video/mp4', href: videoUrl }) : null,
    image?.url ? element('media:thumbnail', null, { url: image.url }) : null,
    authors.map(({ name, slug }) =>
      element('author', [
        element('name', name),
        optionalElement('uri', slug && `${origin}${pathOf('Contributor', slug)}`),
      ]),
    ),
    optionalElement('published', publishedAt),
    element('updated', dateOf(item)),
    topics.map((topic) =>
      element('category', null, {
        term: topic.slug,
        scheme: `${origin}${pathOf('Topic', '')}`,
        label: topic.title,
      }),
    ),
    optionalElement('summary', summary),
    element('content', htmlOf(item), { type: 'html' }),
    // Only a browser shows them: programs that read feeds ignore elements of other formats.
    element('html:a', title, { href: `${origin}${path}` }),
    publishedAt ? element('html:time', formatDate(publishedAt), { datetime: publishedAt }) : null,
  ]);
};

/**
 * Returns an Atom feed (RFC 4287) with thumbnails (Media RSS).
 * @param items newest first
 */
export const feedXml = (
  origin: string,
  { path, feedPath, title, subtitle }: FeedSubject,
  items: readonly FeedItem[],
): string =>
  xmlDocument(
    element(
      'feed',
      [
        element('id', `${origin}${path}`),
        element('title', title),
        optionalElement('subtitle', subtitle),
        element('link', null, { rel: 'alternate', type: 'text/html', href: `${origin}${path}` }),
        element('link', null, { rel: 'self', type: 'application/atom+xml', href: `${origin}${feedPath}` }),
        element('icon', `${origin}/icon-192.png`),
        element('author', [element('name', PUBLICATION.name), element('uri', `${origin}/`)]),
        element('updated', items.map(dateOf).sort().at(-1) ?? new Date(FALLBACK_DATE).toISOString()),
        element('html:meta', null, { name: 'viewport', content: 'width=device-width' }),
        element('html:p', [
          'This is a feed: copy its address into a program that reads feeds, and it shows what is new. In a browser, go to ',
          element('html:a', title, { href: `${origin}${path}` }),
          '.',
        ]),
        items.map((item) => entryXml(origin, item)),
      ],
      {
        xmlns: 'http://www.w3.org/2005/Atom',
        'xmlns:html': 'http://www.w3.org/1999/xhtml',
        'xmlns:media': 'http://search.yahoo.com/mrss/',
        'xml:lang': SITE_LANGUAGE,
      },
    ),
    STYLE_SHEET,
  );
