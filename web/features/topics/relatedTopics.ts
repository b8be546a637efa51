import { compact } from '../../lib/text/lists.ts';
/** A topic that has films or articles in common with another one. */
export interface RelatedTopic {
  id: string;
  slug: string;
  title: string;
  /** The number of films and articles in common. */
  sharedCount: number;
}

interface HasTopics {
  topics: readonly ({ id: string; slug: string; title: string } | null)[];
}

/**
 * Returns the other topics of the films and articles of a topic, sorted by the number in common, then by title.
 * @param works the films and articles of the topic
 */
export const relatedTopics = (topicId: string, works: readonly HasTopics[]): RelatedTopic[] => {
  const related = new Map<string, RelatedTopic>();
  for (const { id, slug, title } of works.flatMap(({ topics }) => compact(topics))) {
    if (id === topicId) continue;
    const existing = related.get(id);
    if (existing) existing.sharedCount += 1;
    else related.set(id, { id, slug, title, sharedCount: 1 });
  }
  return [...related.values()].sort(
    (a, b) => b.sharedCount - a.sharedCount || a.title.localeCompare(b.title, 'en'),
  );
};
