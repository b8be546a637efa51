import { Link } from 'react-router';
import { pathOf } from '../../lib/paths.ts';
import { compact } from '../../lib/text/lists.ts';
import { Section } from '../../ui/Section.tsx';
import { usePersonQuotationsSuspenseQuery } from './PersonQuotations.generated.ts';
import styles from './PersonQuotations.module.css';
import { quotationsOf } from './quotations.ts';

interface PersonQuotationsProps {
  slug: string;
  name: string;
}

/** Renders the quotations of a person in articles about them and their films; renders nothing if there are none. */
export const PersonQuotations = ({ slug, name }: PersonQuotationsProps) => {
  const { data } = usePersonQuotationsSuspenseQuery({ variables: { slug } });
  const person = data?.person;
  if (!person) return null;
  const films = compact(person.films?.nodes);
  const articles = [person, ...films].flatMap(({ articles }) => compact(articles?.nodes));
  const quotations = quotationsOf(name, articles);
  if (quotations.length === 0) return null;
  return (
    <Section title="In their own words">
      <ul className={styles.quotations}>
        {quotations.map(({ text, source, slug: article, title }) => (
          <li key={text}>
            <figure className={styles.quotation}>
              <blockquote>{text}</blockquote>
              <figcaption>
                {source && <cite>{source}</cite>}
                <span>
                  Quoted in <Link to={pathOf('Article', article)}>{title}</Link>
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  );
};
