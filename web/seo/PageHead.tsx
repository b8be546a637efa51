import { useLocation } from 'react-router';
import type { Thing } from 'schema-dts';
import { canonicalPathOf } from '../lib/paths.ts';
import { PUBLICATION } from '../lib/publication.ts';
import { summary } from '../lib/text/summary.ts';
import { useOrigin } from './originContext.ts';
import { StructuredData } from './StructuredData.tsx';

/** The image of a page in link previews. */
export interface ShareImage {
  /** An absolute URL, or a path of this site. */
  url: string;
  width: number;
  height: number;
  alt: string | null;
}

/** The video of a page in link previews. */
export interface ShareVideo {
  /** The URL of an MP4 file. */
  url: string;
  width: number;
  height: number;
}

interface PageHeadProps {
  /** Default: the title of the publication. */
  title?: string;
  /** Text of any length; it is shortened to about 200 characters. Default: the description of the publication. */
  description?: string | null | undefined;
  /** The `og:type`: https://ogp.me. */
  ogType?: 'website' | 'article' | 'profile' | 'video.other' | 'music.song';
  image?: ShareImage | null | undefined;
  video?: ShareVideo | null | undefined;
  /** ISO dates. */
  publishedAt?: string | null;
  updatedAt?: string | null;
  /** A query string of the shared URL, e.g. `?t=75`. The canonical URL is without it. */
  shareQuery?: string;
  /** True if the page has an oEmbed response. */
  hasEmbed?: boolean;
  /** The path of the feed of the page. */
  feedPath?: string | undefined;
  /** Excludes the page from search engines. */
  isUnlisted?: boolean;
  /** Rendered as JSON-LD. */
  structuredData?: readonly Thing[];
}

/** Size of share images in pixels: most sites show this aspect ratio uncropped. */
export const SHARE_IMAGE_SIZE = { width: 1200, height: 630 };

/** The name with the motto as an apposition. */
const NAME_AND_MOTTO = `${PUBLICATION.name}, ${PUBLICATION.motto.charAt(0).toLowerCase()}${PUBLICATION.motto.slice(1)}`;

const DEFAULT_SHARE_IMAGE: ShareImage = {
  url: '/card.png',
  ...SHARE_IMAGE_SIZE,
  alt: `${NAME_AND_MOTTO}.`,
};

/**
 * Renders the title, description, canonical URL, Open Graph tags and structured data of a page. React moves them to the
 * document's head.
 */
export const PageHead = ({
  title,
  description,
  ogType = 'website',
  image,
  video,
  publishedAt,
  updatedAt,
  shareQuery = '',
  hasEmbed,
  feedPath,
  isUnlisted,
  structuredData,
}: PageHeadProps) => {
  const origin = useOrigin();
  const { pathname } = useLocation();
  const pageUrl = `${origin}${canonicalPathOf(pathname)}`;
  const name = title ?? NAME_AND_MOTTO;
  const shortDescription = summary(description || PUBLICATION.description);
  const { url, width, height, alt } = image ?? DEFAULT_SHARE_IMAGE;
  return (
    <>
      <title>{title ? `${title} · ${PUBLICATION.name}` : name}</title>
      <meta name="description" content={shortDescription} />
      {isUnlisted ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={pageUrl} />}
      {hasEmbed && (
        <link
          rel="alternate"
          type="application/json+oembed"
          title={name}
          href={`${origin}/oembed?format=json&url=${encodeURIComponent(pageUrl)}`}
        />
      )}
      {feedPath && <link rel="alternate" type="application/atom+xml" title={name} href={feedPath} />}
      <meta property="og:site_name" content={PUBLICATION.name} />
      <meta property="og:type" content={ogType} />
      <meta property="og:title" content={name} />
      <meta property="og:description" content={shortDescription} />
      <meta property="og:url" content={`${pageUrl}${shareQuery}`} />
      <meta property="og:image" content={new URL(url, origin).href} />
      <meta property="og:image:width" content={String(width)} />
      <meta property="og:image:height" content={String(height)} />
      {alt && <meta property="og:image:alt" content={alt} />}
      {video && (
        <>
          <meta property="og:video" content={new URL(video.url, origin).href} />
          <meta property="og:video:type" content="video/mp4" />
          <meta property="og:video:width" content={String(video.width)} />
          <meta property="og:video:height" content={String(video.height)} />
        </>
      )}
      <meta name="twitter:card" content="summary_large_image" />
      {ogType === 'article' && publishedAt && (
        <meta property="article:published_time" content={publishedAt} />
      )}
      {ogType === 'article' && updatedAt && <meta property="article:modified_time" content={updatedAt} />}
      {ogType === 'video.other' && publishedAt && (
        <meta property="video:release_date" content={publishedAt} />
      )}
      {structuredData && <StructuredData things={structuredData} />}
    </>
  );
};
