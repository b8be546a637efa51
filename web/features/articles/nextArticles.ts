interface HasId {
  id: string;
}

/**
 * Returns recommended articles: those that share the most topics with the given article first, then the newest.
 * The result has no duplicates and leaves out the given article.
 * @param byTopic the articles of each topic of the given article, newest first
 * @param newest the newest articles, which fill up the result
 * @param maxCount the greatest number of articles in the result
 */
export const nextArticles = <A extends HasId>(
  articleId: string,
  byTopic: readonly (readonly A[])[],
  newest: readonly A[],
  maxCount: number,
): A[] => {
  const candidates = new Map<string, { article: A; sharedCount: number }>();
  const addCandidate = (article: A, sharedCount: number) => {
    const existing = candidates.get(article.id);
    if (existing) existing.sharedCount += sharedCount;
    else if (article.id !== articleId) candidates.set(article.id, { article, sharedCount });
  };
  for (const article of byTopic.flat()) addCandidate(article, 1);
  for (const article of newest) addCandidate(article, 0);
  return [...candidates.values()]
    .toSorted((a, b) => b.sharedCount - a.sharedCount)
    .slice(0, maxCount)
    .map(({ article }) => article);
};
