import { PageHead } from '../../seo/PageHead.tsx';
import { Container } from '../../ui/Container.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import styles from './AboutPage.module.css';
import { PUBLICATION_PAGES } from './publicationPages.ts';

/** Renders the page “Imprint” with the text of the publication. */
const ImprintPage = () => (
  <>
    <PageHead title="Imprint" description={PUBLICATION_PAGES.imprint[0]} />
    <PageHeader title="Imprint" />
    <Container>
      <div className={styles.text}>
        {PUBLICATION_PAGES.imprint.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </Container>
  </>
);

export { ImprintPage as Component };
