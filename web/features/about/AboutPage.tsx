import { Link } from 'react-router';
import { PageHead } from '../../seo/PageHead.tsx';
import { Container } from '../../ui/Container.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import styles from './AboutPage.module.css';
import { PUBLICATION_PAGES } from './publicationPages.ts';

/** Renders the page “About” with the text of the publication. */
const AboutPage = () => (
  <>
    <PageHead title="About" description={PUBLICATION_PAGES.about[0]} />
    <PageHeader title="About" />
    <Container>
      <div className={styles.text}>
        {PUBLICATION_PAGES.about.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <p>
          Written by <Link to="/authors">our authors</Link>. To follow along, subscribe to the{' '}
          <a href="/feed.xml">feed</a>; each topic, person and author has one too.
        </p>
      </div>
    </Container>
  </>
);

export { AboutPage as Component };
