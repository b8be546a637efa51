import type { ReactNode } from 'react';
import inter from './fonts/inter.woff2?url';
import newsreader from './fonts/newsreader.woff2?url';
import { PUBLICATION, SITE_LANGUAGE } from './lib/publication.ts';
import { endReplay } from './lib/replayedClicks.ts';

interface DocumentProps {
  /** Scripts and style sheets that only the server renders. Hydration ignores them. */
  head?: ReactNode;
  children: ReactNode;
}

/** Renders the `html` element of every page. */
export const Document = ({ head, children }: DocumentProps) => (
  // The theme script adds an attribute to it before hydration.
  <html lang={SITE_LANGUAGE} suppressHydrationWarning>
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={PUBLICATION.paper.day} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={PUBLICATION.paper.night} />
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
      <link rel="alternate" type="application/atom+xml" title={PUBLICATION.name} href="/feed.xml" />
      <link
        rel="search"
        type="application/opensearchdescription+xml"
        title={PUBLICATION.name}
        href="/opensearch.xml"
      />
      {[newsreader, inter].map((font) => (
        <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
      ))}
      {head}
    </head>
    <body onClickCapture={endReplay}>{children}</body>
  </html>
);
