import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { canonicalPathOf } from '../lib/paths.ts';
import { loadLazyImages } from '../lib/printPage.ts';
import { PUBLICATION } from '../lib/publication.ts';
import { formatLocalDate } from '../lib/text/dates.ts';
import { useOrigin } from '../seo/originContext.ts';
import styles from './Footer.module.css';

/** Renders where and when a page was printed. It is on paper only. */
export const PrintedLine = () => {
  const origin = useOrigin();
  const { pathname } = useLocation();
  const dateRef = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    // Browsers print what is there when the handler returns, so that an update of React would be too late.
    const handlePrint = () => {
      loadLazyImages();
      const { current } = dateRef;
      if (current) current.textContent = `, printed on ${formatLocalDate(Date.now())}`;
    };
    addEventListener('beforeprint', handlePrint);
    return () => removeEventListener('beforeprint', handlePrint);
  }, []);
  return (
    <p className={styles.printed} data-print-only="">
      {PUBLICATION.name}, {origin}
      {canonicalPathOf(pathname)}
      <span ref={dateRef} />
    </p>
  );
};
