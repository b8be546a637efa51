import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  document,
  list,
  reference,
  slug,
  text,
  union,
} from '../../../gateway/cli/modelImport/testing/extracts.ts';
import { importTypes } from '../../../gateway/cli/modelImport/testing/importSdl.ts';
import { type Stack, startStack } from '../../support/stack.ts';

const MARK = 'Zebediah';
const folder = mkdtempSync(join(tmpdir(), 'private-data-'));
let stack: Stack;

beforeAll(async () => {
  const { files } = await importTypes([
    document('workshop', {
      title: text,
      registrations: list(reference('workshopRegistration')),
      about: union(reference('workshopRegistration'), reference('person')),
    }),
    document('workshopRegistration', { name: text, email: text, workshop: reference('workshop') }),
    document('person', { name: text, email: text }),
    slug,
  ]);
  for (const [file, sdl] of files) writeFileSync(join(folder, file), sdl);
  const documents = [
    {
      _id: 'w',
      _type: 'workshop',
      title: 'Knots',
      registrations: [{ _key: 'a', _ref: 'r' }],
      about: { _ref: 'r' },
    },
    { _id: 'r', _type: 'workshopRegistration', name: MARK, email: 'z@example.org', workshop: { _ref: 'w' } },
    { _id: 'p', _type: 'person', name: 'Ada', email: `${MARK}@example.org` },
  ];
  const times = { _createdAt: '2026-01-01T00:00:00Z', _updatedAt: '2026-01-01T00:00:00Z' };
  const lines = documents.map((own) => JSON.stringify({ ...own, ...times }));
  writeFileSync(join(folder, 'content.ndjson'), lines.join('\n'));
  stack = await startStack({ schemaDir: folder, seedDir: folder });
});
afterAll(async () => {
  await stack.close();
  rmSync(folder, { recursive: true });
});

test.each([
  '{ workshopRegistrations { totalCount nodes { name } } }',
  '{ people { nodes { name email } } }',
  '{ workshops { nodes { title registrations { name } about { ... on Person { name } } } } }',
  `{ people(filter: { email: { matches: "${MARK}*" } }) { totalCount } }`,
  `{ search(query: "${MARK}") { totalCount nodes { __typename } } suggest(query: "${MARK}") { __typename } }`,
])('imported data about people: anonymous callers cannot read %s', async (operation) => {
  const { data, errors } = await stack.query(operation);
  expect(JSON.stringify(data ?? null)).not.toContain(MARK);
  const codes = new Set(errors.map(({ extensions }) => extensions?.code));
  if (operation.includes('search')) expect(data).toMatchObject({ search: { totalCount: 0 } });
  else expect([...codes].some((code) => /FORBIDDEN|GRAPHQL_VALIDATION_FAILED/.test(String(code)))).toBe(true);
});

test('imported data about people: what is public stays readable', async () => {
  expect(await stack.query('{ people { nodes { name } } workshops { nodes { title } } }')).toMatchObject({
    errors: [],
    data: { people: { nodes: [{ name: 'Ada' }] }, workshops: { nodes: [{ title: 'Knots' }] } },
  });
});
