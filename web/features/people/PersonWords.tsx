import { Link } from 'react-router';
import { addressOf } from '../../components/paths.ts';
import { Band } from '../../components/Section.tsx';
import { compact } from '../../components/text/lists.ts';
import { usePersonWordsSuspenseQuery } from './PersonWords.generated.ts';
import styles from './PersonWords.module.css';
import { quotationsOf } from './quotations.ts';

interface PersonWordsProps {
  slug: string;
  name: string;
}

/** What somebody says in the articles about them and their films; nothing when they are not quoted. */
export const PersonWords = ({ slug, name }: PersonWordsProps) => {
  const { data } = usePersonWordsSuspenseQuery({ variables: { slug } });
  const person = data?.person;
  if (!person) return null;
  const films = compact(person.films.nodes);
  const articles = [person, ...films].flatMap((one) => compact(one.articles.nodes));
  const quotations = quotationsOf(name, articles);
  if (quotations.length === 0) return null;
  return (
    <Band title="In their own words">
      <ul className={styles.quotations}>
        {quotations.map(({ key, text, source, slug: article, title }) => (
          <li key={key}>
            <figure className={styles.quotation}>
              <blockquote>{text}</blockquote>
              <figcaption>
                {source && <cite>{source}</cite>}
                <span>
                  Quoted in <Link to={addressOf('Article', article)}>{title}</Link>
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Band>
  );
};
