import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { PageMessage } from '../../../schema/pages.ts';
import { ERROR_HEADINGS, type ErrorHeading } from '../../data/errorMessages.ts';
import styles from '../../layout/ErrorPage.module.css';
import { PlaceholderPattern } from '../../layout/NotFoundPage.tsx';
import { PUBLICATION } from '../../lib/publication.ts';
import { LIBRARY_PATH } from '../../offline/workerPaths.ts';
import type { PageAssets } from './assets.ts';
import { COPIES_ID, OFFLINE_SCRIPT } from './inlineScripts.ts';
import { overloadedPage } from './overloadedPage.ts';
import { insertStyles } from './pageMarkup.ts';
import type { DocumentComponent } from './renderPage.tsx';

/** HTML of errors for which no page is rendered. Only the page without a connection has a script. */
export interface FallbackPages {
  /** For a page that cannot be rendered. It does not contain the cause. */
  readonly failed: string;
  /** For a client whose rate limit is used up. */
  readonly rateLimited: string;
  /** For a browser without a connection: the service worker shows it. */
  readonly offline: string;
  /** For a request that is rejected because too many pages wait. It reloads by itself. */
  overloaded(retryAfterSeconds: number): string;
  /** For a request that the gateway has rejected. */
  rejected(message: PageMessage): string;
}

/** @property links by default to the home page */
interface ErrorMessage extends Pick<PageMessage, 'heading' | 'text'>, Partial<Pick<PageMessage, 'links'>> {
  /** The code of an inline script. */
  readonly script?: string;
  /** What stands between the text and the links. */
  readonly children?: ReactNode;
}

/** Renders the pages without parameters once, so that they depend on nothing that fails later. */
export function createFallbackPages(Document: DocumentComponent, assets: PageAssets): FallbackPages {
  const render = ({ script, ...message }: ErrorMessage): string => {
    const markup = renderToStaticMarkup(
      <Document>
        <main>
          <FallbackPage {...message} />
        </main>
        {script && <script dangerouslySetInnerHTML={{ __html: script }} />}
      </Document>,
    );
    return `<!doctype html>${insertStyles(markup, assets)}`;
  };
  return {
    failed: render(messageOf(ERROR_HEADINGS.failed, 'An error occurred on our server.')),
    rateLimited: render(
      messageOf(
        ERROR_HEADINGS.rateLimited,
        'Too many pages were requested from your address. Try again in a moment.',
      ),
    ),
    offline: render({
      ...messageOf(
        ERROR_HEADINGS.offline,
        'This page is not on this device. It opens by itself when the connection is back.',
      ),
      script: OFFLINE_SCRIPT,
      children: <Copies />,
      links: [
        // An empty address leads to the page that could not be loaded.
        { label: 'Retry', href: '' },
        { label: 'Your library', href: LIBRARY_PATH },
      ],
    }),
    overloaded: overloadedPage,
    rejected: render,
  };
}

const messageOf = (
  [heading, sentence]: ErrorHeading,
  text: string,
): Pick<PageMessage, 'heading' | 'text'> => ({
  heading,
  text: `${sentence} ${text}`,
});

/** The pages with copies in this browser, which the script of the page lists. */
const Copies = () => (
  <nav id={COPIES_ID} className={styles.copies} aria-labelledby={`${COPIES_ID}-title`} hidden>
    <h2 id={`${COPIES_ID}-title`}>On this device</h2>
    <ul />
  </nav>
);

const HOME_LINKS = [{ label: 'Home', href: '/' }];

const FallbackPage = ({ heading, text, links = HOME_LINKS, children }: ErrorMessage) => (
  <section className={`${styles.page} ${styles.whole}`}>
    <title>{`${heading} · ${PUBLICATION.name}`}</title>
    <meta name="robots" content="noindex" />
    <PlaceholderPattern />
    <div className={styles.content}>
      <h1 className={styles.title}>{heading}</h1>
      <p className={styles.text}>{text}</p>
      {children}
      <p className={styles.actions}>
        {links.map(({ label, href }) => (
          // One page for all addresses: it can be in the frame of another site, which may not frame what it links to.
          <a key={label} href={href} target={href === '/' ? '_top' : undefined}>
            {label}
          </a>
        ))}
      </p>
    </div>
  </section>
);
