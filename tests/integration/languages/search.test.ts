import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createGateway } from '../../../gateway/app/gateway.ts';
import { openStorage } from '../../../gateway/app/storage.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { reconciliationCheckpoint } from '../../../gateway/sync/index/status.ts';
import type { Stack } from '../../support/stack.ts';
import { within } from '../../support/within.ts';
import { startLanguagesStack } from './testing/languagesStack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startLanguagesStack({ hasCache: false });
});
afterAll(() => stack.close());

async function query(text: string, locale?: string) {
  const { data, errors } = await stack.query(text, {}, locale);
  expect(errors).toEqual([]);
  return data;
}

const found = async (args: string, locale?: string): Promise<string[]> =>
  (
    await query(`{ search(${args}) { nodes { ... on Place { name } ... on Area { title } } } }`, locale)
  ).search.nodes.map((node: { name?: string; title?: string }) => node.name ?? node.title);

describe('search in a language', () => {
  test('finds the words of that language, and of its fallback where a text is not translated', async () => {
    expect(await found('query: "leuchtturm"', 'de')).toEqual(['Leuchtturm']);
    expect(await found('query: "leuchtturm"', 'de-CH')).toEqual(['Leuchtturm']);
    expect(await found('query: "leuchtturm"')).toEqual([]);
    expect(await found('query: "lighthouse"', 'de')).toEqual([]);
    expect(await found('query: "low water"', 'de')).toEqual(['Reef']);
  });

  test('finds documents by the label of a reference', async () => {
    expect((await found('query: "Nordküste"', 'de')).sort()).toEqual(['Leuchtturm', 'Nordküste', 'Reef']);
    expect(await found('query: "Nordküste"')).toEqual([]);
  });

  test('has highlights and snippets in that language', async () => {
    const { search } = await query(
      '{ search(query: "riff") { edges { highlights { field segments { text matched } } } } }',
      'de',
    );
    const matched = search.edges[0].highlights.map(
      ({ field, segments }: { field: string; segments: { text: string; matched: boolean }[] }) => [
        field,
        segments.find((segment) => segment.matched)?.text,
      ],
    );
    expect(matched).toEqual([['STORY', 'Riff']]);
  });

  test('has facets in that language, which filter', async () => {
    const facets = async (args: string, locale?: string) => {
      const { search } = await query(
        `{ search(query: "", types: [PLACE], facets: [KIND, AREA], ${args}) {
          totalCount facets { key values { value label count selected } }
        } }`,
        locale,
      );
      return search;
    };
    const german = await facets('', 'de');
    expect(german.facets).toMatchObject([
      {
        key: 'KIND',
        values: [
          { value: 'Gebäude', count: 2 },
          { value: 'Natur', count: 1 },
        ],
      },
      { key: 'AREA', values: [{ value: 'north', label: 'Nordküste', count: 2 }, { label: 'Südhügel' }] },
    ]);
    const english = await facets('filter: { kind: { in: ["building"] } }');
    expect(english).toMatchObject({
      totalCount: 2,
      facets: [
        { values: [{ value: 'building', count: 2, selected: true }, { value: 'nature' }] },
        {
          values: [
            { label: 'North coast', count: 1 },
            { label: 'Southern hills', count: 1 },
          ],
        },
      ],
    });
    expect(await facets('filter: { kind: { in: ["building"] } }', 'de')).toMatchObject({
      totalCount: 0,
    });
    const { facetValues } = await query('{ facetValues(key: AREA, prefix: "Süd") { value label } }', 'de');
    expect(facetValues).toEqual([{ value: 'south', label: 'Südhügel' }]);
  });

  test('suggests words and documents of that language', async () => {
    const suggest = async (args: string, locale?: string) => {
      const { suggest: found } = await query(
        `{ suggest(${args}) { queries { text } items { ... on Place { name } } } }`,
        locale,
      );
      return [found.queries.map(({ text }: { text: string }) => text), found.items];
    };
    expect(await suggest('query: "leu"', 'de')).toEqual([['Leuchtturm'], [{ name: 'Leuchtturm' }]]);
    expect(await suggest('query: "leu"')).toEqual([[], []]);
    expect(await suggest('query: "ree"', 'de')).toEqual([['Reef'], [{ name: 'Reef' }]]);
  });

  test('searches the texts of that language while the search service is unavailable', async () => {
    await stack.setFaults('search', [{ kind: 'status', status: 503 }]);
    try {
      expect(await found('query: "leuchtturm"', 'de')).toEqual(['Leuchtturm']);
      expect(await found('query: "lighthouse"', 'de')).toEqual([]);
    } finally {
      await stack.setFaults('search');
    }
  });

  test('finds documents of that language, and documents without one', async () => {
    const titles = async (args: string, locale?: string) =>
      (
        await query(
          `{ search(types: [LESSON], ${args}) { totalCount nodes { ... on Lesson { title } } facets { values { count } } } }`,
          locale,
        )
      ).search;
    expect(await titles('query: "knoten"', 'de')).toMatchObject({
      nodes: [{ title: 'Knoten und Seile' }],
    });
    expect(await titles('query: "knoten"')).toMatchObject({ totalCount: 0 });
    expect(await titles('query: "", facets: [TEACHER]', 'de')).toMatchObject({
      totalCount: 3,
      facets: [{ values: [{ count: 3 }] }],
    });
    expect(await titles('query: "sos"', 'de-CH')).toMatchObject({ totalCount: 1 });
  });

  test('relates documents of that language', async () => {
    const { lesson } = await query(
      '{ lesson(by: { slug: "knoten" }) { related { title } translations { title } } }',
      'de',
    );
    expect(lesson.related.map(({ title }: { title: string }) => title).sort()).toEqual([
      'SOS',
      'Sterne ohne Geräte',
    ]);
    expect(lesson.translations).toEqual([{ title: 'Knots and ropes' }]);
  });
});

test('search index: a first gateway compares a complete index of documents that were imported together', async () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'trivium-first-'));
  const config = readConfig({ ...stack.env, STATE_DIR: stateDir });
  const storage = openStorage(config, () => undefined);
  await stack.clearRequests();
  const gateway = await createGateway(config, { timing: { comparisonDelayMs: 100 } });
  try {
    const { fingerprint } = gateway.indexes;
    await within(10_000, async () => {
      expect(await storage.checkpoint('content poll').read()).not.toBeNull();
      const found = await reconciliationCheckpoint(storage, fingerprint, 'documents').read();
      expect(JSON.parse(found ?? '{}')).toMatchObject({ missing: 0, extra: 0, stale: 0 });
      expect(await storage.indexJobs(fingerprint).state()).toMatchObject({ waiting: 0 });
    });
    const logOf = async (name: 'content' | 'search') =>
      (await stack.control(name, 'GET', 'requests')).requests as { path: string; tag?: string }[];
    const reads = (await logOf('content')).filter(({ tag }) => tag === 'trivium.index');
    expect(reads.length).toBeLessThanOrEqual(4);
    // The settings with the mark, and the records once or twice.
    const paths = (await logOf('search')).map(({ path }) => path);
    expect(paths.filter((path) => !/_documents\/(settings|browse)$/.test(path))).toEqual([]);
    expect(paths.length).toBeLessThanOrEqual(3);
  } finally {
    await gateway.close();
    await storage[Symbol.asyncDispose]();
    rmSync(stateDir, { recursive: true });
  }
});
