import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import styles from './OpeningPage.module.css';

/** What stands while the first page arrives: the header, and the shape of things to come. */
export const OpeningPage = () => (
  <>
    <Header />
    <main className={styles.waiting} aria-busy="true" aria-label="The page is on its way">
      <div className={styles.still} />
      <div className={styles.title} />
      <div className={styles.line} />
    </main>
    <Footer />
  </>
);
