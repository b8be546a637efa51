interface Identified {
  id: string;
}

/**
 * What to read next: what shares the most topics with an article, then the newest; never the article itself, and
 * nothing twice.
 * @param read the article's id
 * @param byTopic for each of its topics the articles about it, the newest first
 * @param newest to fill up with
 */
export const nextReading = <A extends Identified>(
  read: string,
  byTopic: readonly (readonly A[])[],
  newest: readonly A[],
  count: number,
): A[] => {
  const found = new Map<string, { article: A; shared: number }>();
  const meet = (article: A, shared: number) => {
    const known = found.get(article.id);
    if (known) known.shared += shared;
    else if (article.id !== read) found.set(article.id, { article, shared });
  };
  for (const article of byTopic.flat()) meet(article, 1);
  for (const article of newest) meet(article, 0);
  return [...found.values()]
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, count)
    .map(({ article }) => article);
};
