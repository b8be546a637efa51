import { Link } from 'react-router';
import { pathOf } from '../../lib/paths.ts';
import styles from './TopicList.module.css';

interface TopicListProps {
  topics: readonly { id: string; slug: string; title: string }[];
}

/** Renders the titles of topics as links in one run of large type. */
export const TopicList = ({ topics }: TopicListProps) => (
  <ul className={styles.list}>
    {topics.map(({ id, slug, title }) => (
      <li key={id}>
        <Link to={pathOf('Topic', slug)}>{title}</Link>
      </li>
    ))}
  </ul>
);
