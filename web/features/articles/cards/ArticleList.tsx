import type { FragmentType } from '@apollo/client';
import styles from './ArticleList.module.css';
import type { ArticleTeaserFragment } from './ArticleTeaser.generated.ts';
import { ArticleTeaser } from './ArticleTeaser.tsx';

interface ArticleListProps {
  articles: readonly (FragmentType<ArticleTeaserFragment> & { id: string })[];
  /** The first is set large. */
  leading?: boolean;
  /** The level of the articles' titles among the page's headings. */
  level?: 2 | 3;
}

/** Articles side by side; one alone is set large. */
export const ArticleList = ({ articles, leading, level = 3 }: ArticleListProps) => (
  <ul className={styles.list}>
    {articles.map((article, at) => {
      const isLead = articles.length === 1 || (leading && at === 0);
      return (
        <li key={article.id} className={isLead ? styles.lead : undefined}>
          <ArticleTeaser article={article} leading={isLead} level={level} />
        </li>
      );
    })}
  </ul>
);
