import { describe, expect, test } from '@jest/globals';
import { parseJsonPath, resolveMapping } from '@sanity/client/csm';
import { evaluateSync, parse } from 'groq-js';
import { createRandom } from '../../shared/testing/createRandom.ts';
import { type Document, publishedId } from '../documents/document.ts';
import { readPerspective } from '../documents/perspective.ts';
import { Store } from '../documents/store.ts';
import { type LeafPath, leavesOf, randomLeafDocuments, randomQuery } from '../testing/randomSources.ts';
import { runQuery } from './query.ts';

const CASES = 200;
const SANITY = { projectId: 'p', dataset: 'd' };

type SourceMap = NonNullable<ReturnType<typeof runQuery>['sourceMap']>;

function run(
  store: Store,
  query: string,
  { name = 'published', selector = 'key' as 'key' | 'index' | undefined } = {},
) {
  const perspective = readPerspective(name, true);
  const input = { query, params: {}, ...(selector && { sourceMap: selector }) };
  const { result, sourceMap } = runQuery(store.view(perspective), perspective, input, SANITY);
  return { result: JSON.parse(result) as unknown, sourceMap: sourceMap as SourceMap };
}

/** Returns the value at a path of attributes, indexes and keys. */
function valueAt(value: unknown, path: ReturnType<typeof parseJsonPath>): unknown {
  return path.reduce<unknown>((at, segment) => {
    if (typeof segment !== 'object') return (at as Record<string | number, unknown> | undefined)?.[segment];
    // The SDK leaves the escapes of keys as they are.
    const key = segment._key.replace(/\\(['\\])/g, '$1');
    return (at as { _key?: string }[]).find((item) => item?._key === key);
  }, value);
}

const TRACED = parse('[$value, lower($value), upper($value), string($value), upper(pt::text($value))]');

/** Returns what the value of a document may become in a result: itself, or the result of a function that Sanity traces. */
function explained(value: unknown): unknown[] {
  const id = typeof value === 'string' ? publishedId(value) : value;
  return [id, ...(evaluateSync(TRACED, { params: { value } }).data as unknown[])];
}

/** Returns the mappings whose source does not explain the value in the result. */
function wrongMappings(store: Store, { result, sourceMap }: ReturnType<typeof run>): string[] {
  return Object.entries(sourceMap.mappings).flatMap(([resultPath, { source }]) => {
    if (source.type !== 'documentValue') return [`${resultPath}: ${source.type}`];
    const id = sourceMap.documents[source.document]?._id ?? '';
    const path = sourceMap.paths[source.path] ?? '';
    const document = { ...store.get(id), _originalId: id };
    const actual = valueAt(result, parseJsonPath(resultPath));
    const isExplained = explained(valueAt(document, parseJsonPath(path))).some(
      (value) => JSON.stringify(value) === JSON.stringify(actual),
    );
    return isExplained ? [] : [`${resultPath}: ${id} ${path} is not ${JSON.stringify(actual)}`];
  });
}

/** Returns the leaves of a result that a single document has, but whose mapping does not lead to this document. */
function missingMappings(
  documents: readonly Document[],
  { result, sourceMap }: ReturnType<typeof run>,
): string[] {
  const origins = Map.groupBy(
    documents
      .flatMap((document) => leavesOf(document).map((leaf) => ({ ...leaf, id: document._id })))
      .filter(({ path }) => !['_id', '_ref'].includes(String(path.at(-1)))),
    ({ value }) => value,
  );
  return leavesOf(result).flatMap(({ value, path }) => {
    const [origin, ...furtherOrigins] = origins.get(value) ?? [];
    if (origin === undefined || furtherOrigins.length > 0) return [];
    const { mapping, pathSuffix } = resolveMapping([...path], sourceMap) ?? {};
    if (mapping?.source.type !== 'documentValue') return [`${path}: ${value} has no mapping`];
    const { document, path: at } = mapping.source;
    const leaf: LeafPath = parseJsonPath(`${sourceMap.paths[at]}${pathSuffix}`) as LeafPath;
    const found = [sourceMap.documents[document]?._id, ...leaf];
    return found.join() === [origin.id, ...origin.path].join() ? [] : [`${path}: ${value} leads to ${found}`];
  });
}

test('content emulator source maps: lead from every plain value of random queries to its origin', () => {
  let mapped = 0;
  for (let seed = 1; seed <= CASES; seed += 1) {
    const pick = createRandom(seed);
    const documents = randomLeafDocuments(pick);
    const store = new Store();
    store.load(documents);
    const name = ['published', 'drafts', 'raw'][pick(3)] as string;
    const query = randomQuery(pick);
    const byIndex = run(store, query, { name, selector: 'index' });
    const byKey = run(store, query, { name });
    expect([query, byKey.result]).toEqual([query, run(store, query, { name, selector: undefined }).result]);
    expect([query, wrongMappings(store, byKey)]).toEqual([query, []]);
    expect([query, wrongMappings(store, byIndex)]).toEqual([query, []]);
    expect([query, missingMappings(documents, byIndex)]).toEqual([query, []]);
    expect(Object.keys(byKey.sourceMap.mappings)).toEqual(Object.keys(byIndex.sourceMap.mappings));
    mapped += Object.keys(byKey.sourceMap.mappings).length;
  }
  expect(mapped).toBeGreaterThan(10 * CASES);
});

describe('content emulator source maps: lead to the exact item', () => {
  const stamps = { _rev: 'r', _createdAt: '2026-01-01T00:00:00Z', _updatedAt: '2026-01-01T00:00:00Z' };
  const tags = ['a', 'b', 'a'];
  const items = [{ _key: 'k', n: 1 }, { _key: 'k', n: 1 }, { _key: '', n: 2 }, { n: 3 }];
  const store = new Store();
  store.load([{ _id: 'film', _type: 'film', year: 1801, title: 'Waves', tags, items, ...stamps }]);

  test.each([
    ['tags[@ == "a"]', ["$['tags'][0]", "$['tags'][2]"]],
    ['tags | order(@ desc)', ["$['tags'][1]", "$['tags'][0]", "$['tags'][2]"]],
    ['tags[-1..-1]', ["$['tags'][2]"]],
    ['array::unique(tags)', ["$['tags'][0]", "$['tags'][1]"]],
    ['tags', ["$['tags']"]],
    [
      'items[].n',
      ["$['items'][?(@._key=='k')]['n']", "$['items'][1]['n']", "$['items'][2]['n']", "$['items'][3]['n']"],
    ],
    ['items[1]', ["$['items'][1]"]],
    ['[string(year), string(title), year + 0, title + ""]', ["$['year']"]],
    ['[lower(title), upper(lower(title)), "Waves"]', ["$['title']", "$['title']"]],
    ['items[]{"upper": ^.title}.upper', Array(4).fill("$['title']")],
    [
      'items[n == 1]{"titles": [^.title, @.n]}.titles[]',
      ["$['title']", "$['items'][?(@._key=='k')]['n']", "$['title']", "$['items'][1]['n']"],
    ],
  ])('%s', (expression, expected) => {
    const { sourceMap } = run(store, `*[_type == "film"][0]{"value": ${expression}}.value`);
    const { mappings, paths } = sourceMap;
    const found = Object.values(mappings).map(
      ({ source }) => source.type === 'documentValue' && paths[source.path],
    );
    expect(found).toEqual(expected);
  });
});
