import styles from './ReadingProgress.module.css';

/** The id of the element with the text of the article. */
export const READING_TEXT_ID = 'article-text';
/** The attributes of the element with the text of the article. */
export const readingTextProps = { id: READING_TEXT_ID, className: styles.text };
/** The class of the article around it. */
export const readingArticleClass = styles.article;
