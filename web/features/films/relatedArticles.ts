import { compact } from '../../lib/text/lists.ts';

const MAX_ARTICLES = 4;

interface RelatedArticle {
  /** The films in its text. */
  embeddedFilms: readonly ({ id: string } | null)[] | null;
  /** The films it explains, in the order of their importance. */
  films: { nodes: readonly ({ id: string } | null)[] } | null;
}

/**
 * Returns the articles beside a film: articles that show it in their text first, then other articles. Within both groups,
 * articles that name it earlier come first; equal articles keep their order.
 * @param articles the articles that explain the film, newest first
 */
export const relatedArticles = <A extends RelatedArticle>(filmId: string, articles: readonly A[]): A[] => {
  const isEmbedded = ({ embeddedFilms }: A) => compact(embeddedFilms).some(({ id }) => id === filmId);
  const position = ({ films }: A) => {
    const index = compact(films?.nodes).findIndex(({ id }) => id === filmId);
    return index < 0 ? Number.MAX_SAFE_INTEGER : index;
  };
  return articles
    .toSorted((a, b) => Number(isEmbedded(b)) - Number(isEmbedded(a)) || position(a) - position(b))
    .slice(0, MAX_ARTICLES);
};
