import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { findContractChanges, undecidedBreaks } from './changes.ts';

import { readSchema } from './readSchema.ts';
import { changelogLines, reportLines, withClients } from './report.ts';
import { createChangeRecord, latestReleaseFile, latestVersionFile, listVersions } from './versions.ts';

const BEFORE = `
  type Query { films(first: Int = 20): [Film!] }
  "A film." type Film { title: String! tagline: String }
  enum Order { NEWEST }
  input Filter { year: Int }`;
const AFTER = `
  type Query { films(first: Int = 10, filter: Filter): [Film!] viewer: String }
  "A short film." type Film { title: String! }
  enum Order { NEWEST OLDEST }
  input Filter { year: Int slug: String! }`;

const changes = () => findContractChanges(buildSchema(BEFORE), buildSchema(AFTER));
const coordinatesOf = (level: string, found: Awaited<ReturnType<typeof changes>>) =>
  found.filter((change) => change.level === level).map(({ coordinate }) => coordinate);

test('contract changes: separates breaking, dangerous and safe changes', async () => {
  const found = await changes();
  expect(coordinatesOf('breaking', found)).toEqual(['Film.tagline', 'Filter.slug']);
  expect(coordinatesOf('dangerous', found)).toEqual([
    'Order.OLDEST',
    'Query.films(filter:)',
    'Query.films(first:)',
  ]);
  expect(coordinatesOf('safe', found)).toEqual(['Query.viewer', '']);
  expect(found.at(-1)?.message).toBe('1 description differs');
});

test('contract changes: none between a schema and itself with directives that clients do not see', async () => {
  const before = buildSchema('type Query { films: Int }');
  const after = buildSchema('directive @cost on FIELD_DEFINITION type Query { films: Int @cost }');
  const found = await findContractChanges(before, after);
  expect(found.map(({ coordinate }) => coordinate)).toEqual(['@cost']);
});

test('contract changes: a higher price is dangerous, a lower one safe', async () => {
  const schema = (film: string, year: string) =>
    buildSchema(`
      directive @cost(weight: String!) on FIELD_DEFINITION | INPUT_FIELD_DEFINITION | ENUM_VALUE | OBJECT
      type Query { film(filter: Filter): Film ${film} films(orderBy: Order): [Film] }
      type Film @cost(weight: "1") { title: String }
      enum Order { YEAR ${year} }
      input Filter { year: Int ${year} }`);
  const found = await findContractChanges(
    schema('@cost(weight: "5")', '@cost(weight: "9")'),
    schema('@cost(weight: "16")', '@cost(weight: "1")'),
  );
  expect(found.map(({ level, message }) => `${level}: ${message}`)).toEqual([
    "dangerous: The price of 'Query.film' changed from 5 points to 16 points",
    "safe: The price of 'Filter.year' changed from 9 points to 1 point",
    "safe: The price of 'Order.YEAR' changed from 9 points to 1 point",
  ]);
  expect(await findContractChanges(schema('', ''), schema('@cost(weight: "5")', ''))).toEqual([]);
});

test('contract report: names the clients that use what changed, or to what a part was added', async () => {
  const use = (coordinate: string, client: string, operations: number) => ({
    ...{ coordinate, client, operations, version: null, lastUsedOn: '2026-11-20' },
  });
  const usage = [use('Film.tagline', 'web', 7), use('Filter.year', 'app', 3), use('Film.title', 'feed', 9)];
  const reported = withClients(await changes(), usage);
  expect(
    reported.map(({ coordinate, clients }) => [coordinate, clients.map(({ client }) => client)]),
  ).toEqual([
    ['Film.tagline', ['web']],
    ['Filter.slug', ['app']],
    ['Order.OLDEST', []],
    ['Query.films(filter:)', []],
    ['Query.films(first:)', []],
    ['Query.viewer', []],
    ['', []],
  ]);
  expect(reportLines(reported).slice(0, 3)).toEqual([
    'breaking (2)',
    expect.stringContaining('Film.tagline: '),
    '    used by web: 7 operations, last on 2026-11-20',
  ]);
});

test('contract changelog: has an item for each change, breaking changes first', async () => {
  const lines = changelogLines(await changes());
  expect(lines.slice(0, 2)).toEqual(['### Contract', '']);
  expect(lines.slice(2).map((line) => /^- (?:\*\*\w+:\*\* )?(?:`[^`]+`|\d+)/.exec(line)?.[0])).toEqual([
    '- **Breaking:** `Film.tagline`',
    '- **Breaking:** `Filter.slug`',
    '- **Dangerous:** `Order.OLDEST`',
    '- **Dangerous:** `Query.films(filter:)`',
    '- **Dangerous:** `Query.films(first:)`',
    '- `Query.viewer`',
    '- 1',
  ]);
  expect(changelogLines([])).toEqual([]);
});

test('released contract: a breaking change needs a decision record that names its coordinate', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'decisions-'));
  try {
    const undecided = async () =>
      undecidedBreaks(await changes(), folder).map(({ coordinate }) => coordinate);
    writeFileSync(join(folder, '0001-other.md'), 'Breaks nothing: `Film.tagline` stays.');
    expect(await undecided()).toEqual(['Film.tagline', 'Filter.slug']);
    writeFileSync(join(folder, '0002-tagline.md'), '# Tagline\n\nBreaks: `Film.tagline`, `Film.year`\n');
    expect(await undecided()).toEqual(['Filter.slug']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('contract sources: SDL and introspection results are the same schema', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'schemas-'));
  try {
    const introspection = introspectionFromSchema(buildSchema(BEFORE));
    const files = {
      'a.graphql': BEFORE,
      'b.json': JSON.stringify(introspection),
      'c.json': JSON.stringify({ data: introspection }),
    };
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(folder, name), text);
      expect(await findContractChanges(await readSchema(join(folder, name)), buildSchema(BEFORE))).toEqual(
        [],
      );
    }
    writeFileSync(join(folder, 'd.json'), '{"films": []}');
    await expect(readSchema(join(folder, 'd.json'))).rejects.toThrow(/expected SDL or the result/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('contract versions', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'versions-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const write = (version: string, sdl: string) => writeFileSync(join(folder, `${version}.graphql`), sdl);

  test('are in the order of their dates, a preview before the version of the same name', () => {
    const names = ['2026-11-23-preview', '2026-11-23', '2026-11-23.2', '2026-12-01-preview'];
    for (const name of names.toReversed()) write(name, BEFORE);
    expect(listVersions(folder)).toEqual(names);
    expect(latestVersionFile(folder)).toBe(join(folder, '2026-12-01-preview.graphql'));
    expect(latestReleaseFile(folder)).toBe(join(folder, '2026-11-23.2.graphql'));
  });

  test('do not exist without a folder, and have names that are dates', () => {
    expect(listVersions(join(folder, 'missing'))).toEqual([]);
    expect(latestReleaseFile(folder)).toBeUndefined();
    mkdirSync(join(folder, 'other'));
    write('first', BEFORE);
    expect(() => listVersions(folder)).toThrow(
      /first\.graphql: expected a date such as 2026-11-23, got first/,
    );
  });

  test('have a record of the changes from each to the next, and to the contract', async () => {
    write('2026-11-22', BEFORE);
    write('2026-11-23', AFTER);
    const current = AFTER.replace('viewer: String', 'viewer: String editor: String');
    const { versions, unreleased } = await createChangeRecord(folder, buildSchema(current));
    expect(versions.map(({ version, changes: { length } }) => [version, length])).toEqual([
      ['2026-11-23', 7],
      ['2026-11-22', 0],
    ]);
    expect(unreleased).toEqual([
      { level: 'safe', coordinate: 'Query.editor', message: expect.stringContaining('editor') },
    ]);
  });

  test('record the scopes with which callers see a change', async () => {
    const withStatus = (field: string) => `
      directive @requiresScopes(scopes: [[String!]!]!) on FIELD_DEFINITION
      type Query { films: Int ${field} }
      type Status { waiting: Int }`;
    write('2026-11-22', withStatus(''));
    const after = withStatus(
      'status: Status @requiresScopes(scopes: [["index:write"], ["keys:write", "read:usage"]])',
    );
    const { unreleased } = await createChangeRecord(folder, buildSchema(after));
    expect(unreleased).toEqual([
      {
        level: 'safe',
        coordinate: 'Query.status',
        message: expect.any(String),
        scopes: [['index:write']],
      },
    ]);
  });
});
