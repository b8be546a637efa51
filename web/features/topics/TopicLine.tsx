import { Link } from 'react-router';
import { addressOf } from '../../components/paths.ts';
import styles from './TopicLine.module.css';

interface TopicLineProps {
  topics: readonly { id: string; slug: string; title: string }[];
}

/** Topics by their names alone, set large, one after the other. */
export const TopicLine = ({ topics }: TopicLineProps) => (
  <ul className={styles.line}>
    {topics.map(({ id, slug, title }) => (
      <li key={id}>
        <Link to={addressOf('Topic', slug)}>{title}</Link>
      </li>
    ))}
  </ul>
);
