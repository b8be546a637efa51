import { useLocation } from 'react-router';
import type { Thing } from 'schema-dts';
import { PUBLICATION } from '../components/publication.ts';
import { summary } from '../components/text/summary.ts';
import { useOrigin } from './originContext.ts';
import { StructuredData } from './StructuredData.tsx';

/** The picture of a page where it is shown elsewhere. */
export interface CardPicture {
  /** Absolute; null or a path of this site's own otherwise. */
  url: string;
  width: number;
  height: number;
  alt: string | null;
}

interface PageHeadProps {
  /** Without a title of its own a page carries the magazine's. */
  title?: string;
  /** Of any length; what there is room for is shown. */
  description?: string | null | undefined;
  /** What the page is, by https://ogp.me. */
  kind?: 'website' | 'article' | 'profile' | 'video.other';
  picture?: CardPicture | null | undefined;
  /** ISO dates. */
  publishedAt?: string | null;
  updatedAt?: string | null;
  /** The place within the page that a shared address keeps, e.g. `?t=75`: one page all the same to search engines. */
  place?: string;
  /** The address by itself makes other sites show what the page is about. */
  embeddable?: boolean;
  /** Search engines need not keep it. */
  unlisted?: boolean;
  /** What machines are told about it. */
  things?: readonly Thing[];
}

/** Pixels of a card's picture, in the shape that most sites show uncut. */
export const CARD_SHAPE = { width: 1200, height: 630 };

const CARD: CardPicture = {
  url: '/card.png',
  ...CARD_SHAPE,
  alt: 'Moving Figures, a science quarterly that moves.',
};

/**
 * What a page says of itself to browsers, search engines, and wherever its address is shared: title, description, the
 * one address it goes by, and a card. React puts it into the document's head.
 */
export const PageHead = ({
  title,
  description,
  kind = 'website',
  picture,
  publishedAt,
  updatedAt,
  place = '',
  embeddable,
  unlisted,
  things,
}: PageHeadProps) => {
  const origin = useOrigin();
  const { pathname } = useLocation();
  const address = `${origin}${pathname}`;
  const name = title ?? `${PUBLICATION.name}, a science quarterly that moves`;
  const words = summary(description || PUBLICATION.description);
  const { url, width, height, alt } = picture ?? CARD;
  return (
    <>
      <title>{title ? `${title} · ${PUBLICATION.name}` : name}</title>
      <meta name="description" content={words} />
      {unlisted ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={address} />}
      {embeddable && (
        <link
          rel="alternate"
          type="application/json+oembed"
          title={name}
          href={`${origin}/oembed?format=json&url=${encodeURIComponent(address)}`}
        />
      )}
      <meta property="og:site_name" content={PUBLICATION.name} />
      <meta property="og:type" content={kind} />
      <meta property="og:title" content={name} />
      <meta property="og:description" content={words} />
      <meta property="og:url" content={`${address}${place}`} />
      <meta property="og:image" content={new URL(url, origin).href} />
      <meta property="og:image:width" content={String(width)} />
      <meta property="og:image:height" content={String(height)} />
      {alt && <meta property="og:image:alt" content={alt} />}
      <meta name="twitter:card" content="summary_large_image" />
      {kind === 'article' && publishedAt && <meta property="article:published_time" content={publishedAt} />}
      {kind === 'article' && updatedAt && <meta property="article:modified_time" content={updatedAt} />}
      {kind === 'video.other' && publishedAt && <meta property="video:release_date" content={publishedAt} />}
      {things && <StructuredData things={things} />}
    </>
  );
};
