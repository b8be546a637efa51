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

/** Articles one below the other. */
export const ArticleList = ({ articles, leading, level = 3 }: ArticleListProps) => (
  <ul className={styles.list}>
    {articles.map((article, at) => (
      <li key={article.id}>
        <ArticleTeaser article={article} leading={leading && at === 0} level={level} />
      </li>
    ))}
  </ul>
);
