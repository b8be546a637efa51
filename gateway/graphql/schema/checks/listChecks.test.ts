import { describe, expect, test } from '@jest/globals';
import { faultsOf } from './testing/faultsOf.ts';

const part = 'type Part { text: String } type Page @document { title: String! ';

describe('checks of the arguments of lists: reject with file, line and fix', () => {
  test.each([
    ['offset alone', 'parts(offset: Int = 0): [Part!]', /Page\.parts: expected first beside offset/],
    ['first without a default', 'parts(first: Int): [Part!]', /Page\.parts: expected a default of first/],
    ['a large default', 'parts(first: Int = 101): [Part!]', /Page\.parts: expected a default of at most 100/],
    [
      'a text',
      'parts(first: String = "1"): [Part!]',
      /Page\.parts: expected the type Int for first, got String/,
    ],
    [
      'another argument',
      'parts(first: Int = 2, size: Int): [Part!]',
      /Page\.parts: expected no argument size/,
    ],
    ['a single object', 'part(first: Int = 2): Part', /Page\.part: expected no argument first/],
    ['a list of references', 'pages(first: Int = 2): [Page!]', /Page\.pages: expected no argument first/],
  ])('%s', async (_name, field, message) => {
    const faults = await faultsOf(`${part} ${field} }`);
    expect(faults).toContainEqual(expect.stringMatching(message));
    expect(faults[0]).toMatch(/model\.graphql:1:/);
  });

  test('accepts lists of inline objects, images and texts', async () => {
    expect(
      await faultsOf(
        `${part} parts(first: Int = 2, offset: Int = 0): [Part!] images(first: Int!): [Image!] tags(first: Int = 9): [String!] }`,
      ),
    ).toEqual([]);
  });

  test('leaves the arguments of computed lists to their function', async () => {
    expect(
      await faultsOf(
        `${part} parts(first: Int, size: Int): [Part!] @listSize(assumedSize: 2) }`,
        'export const resolvers = { Page: { parts: () => [] } };',
      ),
    ).toEqual([]);
  });
});
