import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newFilm } from '../../support/indexedStack.ts';
import { type Stack, startStack } from '../../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ hasIndex: false, hasCache: false });
});
afterAll(() => stack.close());

const readTagline = async (slug: string, tagline: string) => {
  await stack.editor.createOrReplace(newFilm(slug, { tagline }));
  const { data, errors } = await stack.query(
    'query ($slug: String!) { film(by: { slug: $slug }) { slug tagline } }',
    { slug },
  );
  return { film: data.film, errors };
};

test.each([
  ['15,000 characters', 'word '.repeat(3_000)],
  ['15,000 Chinese characters', '長'.repeat(15_000)],
  ['emoji around the former limit of 10,000', `${'x'.repeat(9_999)}👨‍👩‍👧‍👦${'y'.repeat(5_000)}`],
  ['a million characters', 'x'.repeat(1_000_000)],
])('long texts: %s are whole', async (_, tagline) => {
  const { film, errors } = await readTagline('long', tagline);
  expect(errors).toEqual([]);
  expect(film.tagline === tagline).toBe(true);
});

test('long texts: above the limit, the field is an error that names document, field, limit and size', async () => {
  const { film, errors } = await readTagline('longer', 'x'.repeat(2_000_001));
  expect(film).toEqual({ slug: 'longer', tagline: null });
  expect(errors).toMatchObject([
    {
      message: expect.stringContaining(
        'expected String as tagline of Film in the document longer, got string of 2,000,001 characters, above the limit of 2,000,000',
      ),
      path: ['film', 'tagline'],
      extensions: { code: 'CONTENT_MISMATCH', document: 'longer', attribute: 'tagline' },
    },
  ]);
});
