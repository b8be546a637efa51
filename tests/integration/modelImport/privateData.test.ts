import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  document,
  list,
  object,
  reference,
  slug,
  text,
  union,
} from '../../../gateway/cli/modelImport/testing/extracts.ts';
import { importTypes } from '../../../gateway/cli/modelImport/testing/importSdl.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { crawl } from '../reader/testing/crawl.ts';

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
    document('person', { name: text, email: text, loan: object({ note: text, phone: text }) }),
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
    {
      _id: 'p',
      _type: 'person',
      name: 'Ada',
      email: `${MARK}@example.org`,
      loan: { note: 'a', phone: `+49 ${MARK}` },
    },
  ];
  const times = { _createdAt: '2026-01-01T00:00:00Z', _updatedAt: '2026-01-01T00:00:00Z' };
  const lines = documents.map((own) => JSON.stringify({ ...own, ...times }));
  writeFileSync(join(folder, 'content.ndjson'), lines.join('\n'));
  stack = await startStack({
    schemaDir: folder,
    seedDir: folder,
    env: { SITES: 'reader,docs,mcp', RATE_LIMIT_ANONYMOUS: 'off' },
  });
});
afterAll(async () => {
  await stack.close();
  rmSync(folder, { recursive: true });
});

const ID = Buffer.from('WorkshopRegistration:r').toString('base64url');

test.each([
  '{ workshopRegistrations { totalCount nodes { name } } }',
  `{ workshopRegistration(by: { id: "${ID}" }) { name } }`,
  `{ node(id: "${ID}") { __typename id ... on WorkshopRegistration { name } } }`,
  `{ nodes(ids: ["${ID}"]) { __typename ... on WorkshopRegistration { name } } }`,
  '{ people { nodes { name email } } }',
  '{ people { nodes { name loan { note phone } } } }',
  '{ workshops { nodes { title registrations { nodes { name } } } } }',
  '{ workshops { nodes { title registrations { totalCount } } } }',
  '{ workshops { nodes { title about { __typename ... on Person { name } } } } }',
])('imported data about people: anonymous callers cannot read %s', async (operation) => {
  const { data, errors } = await stack.query(operation);
  expect(JSON.stringify(data ?? null)).not.toMatch(new RegExp(`${MARK}|totalCount|WorkshopRegistration`));
  expect(codesOf(errors)).toContain('FORBIDDEN');
});

test.each([
  `{ people(filter: { email: { matches: "${MARK}*" } }) { totalCount } }`,
  `{ people(filter: { loan: { phone: { defined: true } } }) { totalCount } }`,
  '{ people(orderBy: { field: EMAIL }) { nodes { name } } }',
  `{ workshops(filter: { registrations: { some: { name: { eq: "${MARK}" } } } }) { totalCount } }`,
  `{ workshops(filter: { registrations: { name: { eq: "${MARK}" } } }) { totalCount } }`,
  '{ workshops(filter: { registrations: { defined: true } }) { totalCount } }',
  `{ person(by: { email: "${MARK}@example.org" }) { name } }`,
  '{ search(query: "") { facets(keys: [REGISTRATIONS]) { key } } }',
])('imported data about people: no argument selects by them: %s', async (operation) => {
  const { data, errors } = await stack.query(operation);
  expect(data).toEqual({});
  expect(codesOf(errors)).toEqual(['GRAPHQL_VALIDATION_FAILED']);
});

const codesOf = (errors: readonly { readonly extensions?: Readonly<Record<string, unknown>> }[]) => [
  ...new Set(errors.map(({ extensions }) => extensions?.code)),
];

test('imported data about people: neither search nor the records of its index have them', async () => {
  for (const query of [MARK, 'example.org', '+49'])
    expect(
      await stack.query(
        `{ search(query: "${query}") { totalCount } suggest(query: "${query}") { items { __typename } } }`,
      ),
    ).toMatchObject({ data: { search: { totalCount: 0 }, suggest: { items: [] } } });
  const all = await stack.query('{ search(query: "") { totalCount nodes { __typename } } }');
  expect(
    all.data.search.nodes.map(({ __typename }: { __typename: string }) => __typename).toSorted(),
  ).toEqual(['Person', 'Workshop']);
  const { search } = await stack.requests();
  expect(search.length).toBeGreaterThan(0);
  expect(JSON.stringify(search)).not.toContain(`${MARK}@`);
});

test('imported data about people: no page, feed or document of the reader has them', async () => {
  const pages = await crawl(stack);
  expect(pages.map(({ path }) => path)).toContain('/content/people');
  for (const { path, html } of pages) {
    expect({ path, hasValue: html.includes(MARK) }).toEqual({ path, hasValue: false });
    expect(path).not.toMatch(/registration/i);
  }
  for (const path of ['/content/workshopRegistrations', `/content/workshopRegistrations/${ID}`])
    expect((await fetch(`${stack.url}${path}`)).status).toBe(404);
  const search = await fetch(`${stack.url}/search?q=${MARK}`);
  expect(await search.text()).not.toContain('example.org');
});

test('imported data about people: the public schema, the documentation and the tools of MCP do not name them', async () => {
  const sdl = await (await fetch(`${stack.url}/schema.graphql`)).text();
  expect(sdl).toContain('type Person ');
  expect(sdl).not.toMatch(/workshopRegistration|email|phone/i);
  for (const path of [
    '/docs/llms.txt',
    '/docs/reference/Person.md',
    '/llms.txt',
    '/docs/find.json?q=registration',
  ])
    expect(await (await fetch(`${stack.url}${path}`)).text()).not.toMatch(
      /workshopRegistration|Person\.email/i,
    );
  expect((await fetch(`${stack.url}/docs/reference/WorkshopRegistration`)).status).toBe(404);
  const mcp = async (method: string, params: object) =>
    (
      await fetch(`${stack.url}/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      })
    ).text();
  const find = (query: string) => mcp('tools/call', { name: 'search_schema', arguments: { query } });
  expect(await find('person name')).toContain('Person.name');
  expect(await find('workshop registration email phone')).not.toMatch(
    /WorkshopRegistration|Person\.email|phone: /,
  );
});

test('imported data about people: what is public stays readable', async () => {
  expect(await stack.query('{ people { nodes { name } } workshops { nodes { title } } }')).toMatchObject({
    errors: [],
    data: { people: { nodes: [{ name: 'Ada' }] }, workshops: { nodes: [{ title: 'Knots' }] } },
  });
});
