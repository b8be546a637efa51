import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { toGlobalId } from '../../../gateway/core/relay.ts';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';
import { openPage, type ReceivedPage } from './testing/readPage.ts';

const FIXTURE = `${ROOT}tests/support/fixtures/reader`;
const UPPER_HUT = `/document/${toGlobalId('Hut', 'hut-upper')}`;
const FAR_HUT = `/document/${toGlobalId('Hut', 'hut-far')}`;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    schemaDir: `${FIXTURE}/schema`,
    seedDir: `${FIXTURE}/seed`,
    env: { SITES: 'reader', CONSUME_CHANGES: 'off', RATE_LIMIT_ANONYMOUS: 'off' },
  });
}, 60_000);
afterAll(() => stack.close());
beforeEach(async () => {
  await stack.cache.invalidateAll();
});
afterEach(() => stack.setFaults('search'));

/** Opens a page, and returns it with its number of content requests. */
async function openCounted(path: string) {
  await stack.cache.invalidateAll();
  // The request for the sections of the navigation, which all pages share.
  await openPage(stack, '/nowhere');
  await stack.clearRequests();
  const page = await openPage(stack, path);
  return { page, contentRequests: (await stack.requests()).content.length };
}

const pathOf = ({ links }: ReceivedPage, text: string): string =>
  links.find((link) => link.text === text)?.path ?? '';

/** The rows of a page with links, headings of objects, or texts in a list. */
const rowsOf = ({ html }: ReceivedPage): readonly string[] =>
  [...html.matchAll(/Walk \d\d(?=<)|Entry \d+(?=<)|Rule \d+(?=<)/g)].map(([row]) => row);

const numbered = (name: string, count: number, width = 1): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${name} ${String(index + 1).padStart(width, '0')}`);

describe('reader: lists of a document', () => {
  test.each([
    { kind: 'connection', link: 'Show 18 more: Arrivals', rows: numbered('Walk', 30, 2) },
    { kind: 'list of references', link: 'Show 18 more: Walks', rows: numbered('Walk', 30, 2) },
    { kind: 'list with an offset', link: 'Show more: Logbook', rows: numbered('Entry', 60) },
    { kind: 'list of texts', link: 'Show 5 more: Rules', rows: numbered('Rule', 45) },
  ])('a $kind has pages with all rows, one content request each', async ({ link, rows }) => {
    const pages: ReceivedPage[] = [];
    let path = pathOf(await openPage(stack, UPPER_HUT), link);
    while (path !== '' && pages.length < 5) {
      const { page, contentRequests } = await openCounted(path);
      expect([path, page.status, contentRequests]).toEqual([path, 200, 1]);
      pages.push(page);
      path = pathOf(page, 'Next');
    }
    expect(pages.flatMap(rowsOf)).toEqual(rows);
    const [first, second] = pages;
    const back = await openPage(stack, pathOf(second as ReceivedPage, 'Previous'));
    expect(rowsOf(back)).toEqual(rowsOf(first as ReceivedPage));
    expect(first?.links).toContainEqual({ path: UPPER_HUT, text: 'Upper hut' });
  });

  test('a document shows the first rows of its lists, and no link to a page that has no more', async () => {
    const { page } = await openCounted(UPPER_HUT);
    const shown = (name: string) => rowsOf(page).filter((row) => row.startsWith(name)).length;
    expect([shown('Walk'), shown('Entry'), shown('Rule')]).toEqual([24, 50, 40]);
    expect((await openPage(stack, FAR_HUT)).text).not.toContain('more');
  });

  test('an address without a list or without rows is 404', async () => {
    const addresses = ['nothing', 'name', 'similar', 'walks&offset=48', 'walks&offset=x', 'arrivals&after=x'];
    for (const address of addresses) {
      const { status } = await openPage(stack, `${UPPER_HUT}?field=${address}`);
      expect([address, status]).toEqual([address, 404]);
    }
    const { status, text } = await openPage(stack, `${FAR_HUT}?field=walks`);
    expect([status, text]).toEqual([200, expect.stringContaining('This list is empty.')]);
  });
});

describe('reader: similar documents', () => {
  test('are cards, by one search request and one content request', async () => {
    const { page, contentRequests } = await openCounted(UPPER_HUT);
    expect(page.html).toMatch(/<h2>Similar<\/h2><ul class="cards">.*<h3><a [^>]*>Lower hut<\/a><\/h3>/s);
    expect(page.text).not.toContain('Far hut');
    expect([contentRequests, (await stack.requests()).search.length]).toEqual([2, 1]);
  });

  test('are missing without the search service, and the rest of the document is there', async () => {
    await stack.setFaults('search', [{ kind: 'status', status: 500 }]);
    const { page } = await openCounted(UPPER_HUT);
    expect([page.status, page.heading]).toEqual([200, 'Upper hut']);
    expect(page.text).toMatch(/Some values are missing on this page\s*hut\.similar/);
    expect(page.headers.get('cache-control')).toMatch(/no-/);
  });
});

describe('reader: size of a page', () => {
  test('is bounded, and the page says what is left out', async () => {
    await stack.editor
      .patch('hut-far')
      .set({ rules: Array.from({ length: 1_500 }, () => '"&<'.repeat(300)) })
      .commit();
    const block = (index: number) => ({
      _type: 'block',
      _key: `b${index}`,
      style: 'normal',
      markDefs: [],
      children: [{ _type: 'span', _key: 's', marks: [], text: '"&<'.repeat(300) }],
    });
    await stack.editor
      .patch('walk-02')
      .set({ text: Array.from({ length: 1_000 }, (_, index) => block(index)) })
      .commit();
    const list = await openPage(stack, FAR_HUT);
    expect([list.status, list.html.length < 300_000]).toEqual([200, true]);
    expect(pathOf(list, 'Show 1460 more: Rules')).toContain('field=rules');
    const text = await openPage(stack, '/content/walks/walk-02');
    expect([text.status, text.html.length < 500_000]).toEqual([200, true]);
    expect(text.text.includes('The rest of the text is left out')).toBe(true);
  });
});
