import type { ReactNode } from 'react';
import { PUBLICATION } from './components/publication.ts';
import newsreader from './fonts/newsreader.woff2?url';

interface DocumentProps {
  /** What only a server puts into the head: scripts, sheets. A browser that takes the page over leaves it alone. */
  head?: ReactNode;
  children: ReactNode;
}

/** The page's outermost frame, the same on a server and in a browser. */
export const Document = ({ head, children }: DocumentProps) => (
  // The reader's chosen light is set on it before React is there.
  <html lang="en" suppressHydrationWarning>
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
      <link rel="preload" href={newsreader} as="font" type="font/woff2" crossOrigin="anonymous" />
      {head}
    </head>
    <body>{children}</body>
  </html>
);
