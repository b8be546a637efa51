import { expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { ArticleFacts } from './ArticleFacts.tsx';

test('facts of an article: name three authors as in a sentence', () => {
  const authors = ['Ada', 'Mary', 'Emmy'].map((name) => ({ name }));
  const markup = renderToStaticMarkup(
    <ArticleFacts authors={authors} publishedAt={null} readingMinutes={null} />,
  );
  expect(markup).toContain('Ada, Mary and Emmy');
});
