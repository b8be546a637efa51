import type { ReactNode } from 'react';
import { safeUrl } from '../../../schema/rich-text/safeUrl.ts';
import { PUBLICATION } from '../../lib/publication.ts';
import type { FilmPageQuery } from './FilmPage.generated.ts';
import styles from './Sources.module.css';

type Film = NonNullable<FilmPageQuery['film']>;

/** Renders the program of a film and the licence under which it can be used; renders nothing without both. */
export const Colophon = ({ program, license }: Pick<Film, 'program' | 'license'>) =>
  (program || license) && (
    <section>
      <h2 className={styles.title}>Program and licence</h2>
      <ul className={styles.list}>
        {program && (
          <li>
            <Program path={program} />
          </li>
        )}
        {license && (
          <li>
            <LinkTo href={safeUrl(license.url)}>{license.name}</LinkTo>
          </li>
        )}
      </ul>
    </section>
  );

/** @param path relative to the source code of the publication, or a URL */
const Program = ({ path }: { path: string }) => {
  const base = PUBLICATION.sourceUrl ?? undefined;
  return (
    <LinkTo href={URL.canParse(path, base) ? safeUrl(new URL(path, base).href) : undefined}>
      <code className={styles.path}>{path}</code>
    </LinkTo>
  );
};

const LinkTo = ({ href, children }: { href: string | undefined; children: ReactNode }) =>
  href === undefined ? children : <a href={href}>{children}</a>;
