import newsreader from '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2?url';
import type { ReactNode } from 'react';

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
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="preload" href={newsreader} as="font" type="font/woff2" crossOrigin="anonymous" />
      {head}
    </head>
    <body>{children}</body>
  </html>
);
