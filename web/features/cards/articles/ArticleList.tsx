import styles from './ArticleList.module.css';
import type { ArticleTeaserFragment } from './ArticleTeaser.generated.ts';
import { ArticleTeaser } from './ArticleTeaser.tsx';

interface ArticleListProps {
  articles: readonly (ArticleTeaserFragment & { id: string })[];
  /** Shows the first article at full width. */
  isFirstLarge?: boolean;
  /** The heading level of the titles. */
  headingLevel?: 2 | 3;
}

/** Renders articles in columns. */
export const ArticleList = ({ articles, isFirstLarge, headingLevel = 3 }: ArticleListProps) => (
  <ul className={styles.list}>
    {articles.map((article, index) => {
      const isLarge = isFirstLarge && index === 0;
      return (
        <li key={article.id} className={isLarge ? styles.large : undefined}>
          <ArticleTeaser article={article} isLarge={isLarge} headingLevel={headingLevel} />
        </li>
      );
    })}
  </ul>
);
