import { describe, expect, test } from '@jest/globals';
import type { QuotingArticleFragment } from './PersonQuotations.generated.ts';
import { isAttributedTo, quotationsOf } from './quotations.ts';

describe('quotations', () => {
  test.each([
    ['Edward N. Lorenz', 'Edward Norton Lorenz', true],
    ['Benoit B. Mandelbrot', 'Benoit Mandelbrot', true],
    ['Alan Turing', 'Alan Turing', true],
    ['Arthur Young', 'Thomas Young', false],
    ['Young', 'Thomas Young', false],
    ['Lagrange, Laplace and Fourier', 'Joseph Fourier', false],
  ])('attribution “%s” names %s: %s', (attribution, name, isTheirs) => {
    expect(isAttributedTo(attribution, name)).toBe(isTheirs);
  });

  test('lists each quotation once, with the first article that contains it', () => {
    const blocks: NonNullable<QuotingArticleFragment['body']>['blocks'] = [
      { __typename: 'TextBlock' },
      null,
      {
        __typename: 'Quotation',
        key: 'q',
        text: 'It flows.',
        attribution: 'A. Turing',
        source: 'Notes, 1950',
      },
      { __typename: 'Quotation', key: 'r', text: 'No.', attribution: 'Martin Gardner', source: null },
      { __typename: 'Quotation', key: 's', text: 'Who?', attribution: null, source: null },
    ];
    const article: QuotingArticleFragment = {
      __typename: 'Article',
      id: 'a',
      slug: 'spots',
      title: 'Spots',
      body: { __typename: 'RichText', blocks },
    };
    expect(
      quotationsOf('Alan Turing', [article, { ...article, slug: 'again' }, { ...article, body: null }]),
    ).toEqual([{ text: 'It flows.', source: 'Notes, 1950', slug: 'spots', title: 'Spots' }]);
  });
});
