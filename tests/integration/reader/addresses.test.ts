import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ODD_SLUGS } from '../../../web/testing/oddSlugs.ts';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';
import { openPage } from './testing/readPage.ts';

const FIXTURE = `${ROOT}tests/support/fixtures/reader`;
/** The reader leads to a document without a slug by its id. */
const SLUGS = ['', ...ODD_SLUGS];

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    schemaDir: `${FIXTURE}/schema`,
    seedDir: `${FIXTURE}/seed`,
    env: { SITES: 'reader', CONSUME_CHANGES: 'off', RATE_LIMIT_ANONYMOUS: 'off' },
  });
  for (const [i, current] of SLUGS.entries())
    await stack.editor.create({
      _id: `addressed-${i}`,
      _type: 'walk',
      title: `Addressed ${i}`,
      slug: { _type: 'slug', current },
      // The first of the list.
      publishedAt: `2027-01-01T00:00:${String(i).padStart(2, '0')}Z`,
    });
}, 60_000);
afterAll(() => stack.close());

test('reader: each link of a list leads to its document, whatever the slug is', async () => {
  const first = await openPage(stack, '/content/walks');
  const next = first.links.find(({ text }) => text === 'Next')?.path ?? '';
  const links = [...first.links, ...(await openPage(stack, next)).links];
  const addressed = links.filter(({ text }) => text.startsWith('Addressed'));
  expect(addressed).toHaveLength(SLUGS.length);
  for (const { path, text } of addressed) {
    const page = await openPage(stack, path);
    expect([path, page.status, page.heading]).toEqual([path, 200, text]);
  }
});

test.each(['/content/walks/100%', '/content/walks/%E5%BF', '/content/walks/%zz'])(
  'reader: rejects the malformed address %s',
  async (path) => {
    expect([400, 404]).toContain((await openPage(stack, path)).status);
  },
);
