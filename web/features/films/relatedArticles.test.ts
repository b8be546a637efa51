import { expect, test } from '@jest/globals';
import { relatedArticles } from './relatedArticles.ts';

const article = (slug: string, films: string[], embedded: string[] = []) => ({
  slug,
  films: { nodes: films.map((id) => ({ id })) },
  embeddedFilms: embedded.map((id) => ({ id })),
});
const slugsOf = (articles: { slug: string }[]) => articles.map(({ slug }) => slug);

test('related articles: those that show the film come first, then those that name it first', () => {
  const articles = [
    article('names it second', ['b', 'a']),
    article('shows another', ['a', 'b'], ['b']),
    article('shows it', ['b', 'a'], ['b', 'a']),
    article('names it first', ['a']),
  ];
  expect(slugsOf(relatedArticles('a', articles))).toEqual([
    'shows it',
    'shows another',
    'names it first',
    'names it second',
  ]);
});

test('related articles: are at most four, and of articles without films or text too', () => {
  const bare = { slug: 'bare', films: null, embeddedFilms: null };
  const articles = [bare, ...['1', '2', '3', '4'].map((slug) => article(slug, ['a']))];
  expect(slugsOf(relatedArticles('a', articles))).toEqual(['1', '2', '3', '4']);
});
