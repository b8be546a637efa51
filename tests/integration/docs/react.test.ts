import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  type ApolloCache,
  ApolloClient,
  HttpLink,
  InMemoryCache,
  type ObservableQuery,
} from '@apollo/client';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parse } from 'graphql';
import { DOCUMENTED_ORIGIN } from '../../../gateway/http/docs/markdown/operationPrograms.ts';
import { eventually } from '../../support/eventually.ts';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';

const GUIDE = readFileSync(`${ROOT}docs/api/react.md`, 'utf8');
/** The command that checks the types, without `npx`. */
const TYPE_CHECK = /^ {4}npx tsc (.*)$/m.exec(GUIDE)?.[1]?.split(' ') ?? [];
const TIMEOUT_MS = 120_000;

let stack: Stack;
let folder: string;
beforeAll(async () => {
  stack = await startStack({ hasIndex: false, env: { CONSUME_CHANGES: 'off' } });
  folder = mkdtempSync(join(tmpdir(), 'trivium-docs-'));
  symlinkSync(`${ROOT}node_modules`, join(folder, 'node_modules'));
  for (const [, file = '', code = ''] of GUIDE.matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```$/gm)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), code.replaceAll(DOCUMENTED_ORIGIN, stack.url));
  }
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await stack.close();
});

/** Runs a tool in the folder. Returns its output, with the exit code if it fails. */
const run = (file: string, args: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [`${ROOT}node_modules/${file}`, ...args],
      { cwd: folder, encoding: 'utf8' },
      (error, out, err) => resolve(error ? `failed with ${error.code}: ${out}${err}` : ''),
    );
  });

const checkTypes = () => run('typescript/bin/tsc', TYPE_CHECK);

test(
  'guide for React: generates types, which accept its components and reject unknown fields',
  async () => {
    expect(await run('@graphql-codegen/cli/esm/bin.js', ['--config', 'codegen.json'])).toBe('');
    expect(await checkTypes()).toBe('');
    const component = join(folder, 'src/Films.tsx');
    const source = readFileSync(component, 'utf8');
    writeFileSync(component, source.replace('{node.title}', '{node.tagline}'));
    expect(await checkTypes()).toContain("Property 'tagline' does not exist");
    writeFileSync(component, source);
  },
  TIMEOUT_MS,
);

const FILM = '"gray-scott"';
/** The queries of five components of a page. Parts of the film have no id. */
const QUERIES = [
  `film(by: { slug: ${FILM} }) { id title poster { url(width: 640) } video { id playback { posterUrl(width: 640) } } }`,
  `film(by: { slug: ${FILM} }) { id chapters { title } video { id playback { hlsUrl expiresAt } tracks { mediaId label } } }`,
  `film(by: { slug: ${FILM} }) { id chapters { start } credits { role } synopsis { plainText } poster { alt } }`,
  `film(by: { slug: ${FILM} }) { id credits { person { id name portrait { url } } } synopsis { blocks { ... on RichTextNode { key } } }
    articles { nodes { id title } } }`,
  `film(by: { slug: ${FILM} }) { id synopsis { blocks { ... on TextBlock { style } } } articles { totalCount }
    credits { person { id portrait { alt width } } } }
  films(first: 3, orderBy: { field: YEAR }) { edges { node { id title year } } pageInfo { hasNextPage endCursor } }`,
];

/** The types of the app require them. */
const OPTIONS = { watchQuery: { errorPolicy: 'all' }, query: { errorPolicy: 'all' } } as const;

/** Runs queries at once as components do, until all have their data. Returns the number of requests. */
async function countRequests(cache: ApolloCache): Promise<number> {
  let requests = 0;
  const link = new HttpLink({
    uri: `${stack.url}/graphql`,
    fetch(...parameters) {
      requests++;
      return fetch(...parameters);
    },
  });
  const client = new ApolloClient({ cache, link, defaultOptions: OPTIONS });
  const subscriptions = QUERIES.map((text) => {
    const results: ObservableQuery.Result<unknown>[] = [];
    const subscription = client
      .watchQuery({ query: parse(`{ ${text} }`) })
      .subscribe((result) => results.push(result));
    return { results, subscription };
  });
  await eventually(() => {
    for (const { results } of subscriptions)
      expect(results.at(-1)).toMatchObject({ loading: false, dataState: 'complete' });
  });
  for (const { results, subscription } of subscriptions) {
    expect(results.at(-1)?.error).toBeUndefined();
    subscription.unsubscribe();
  }
  client.stop();
  return requests;
}

test('guide for React: its cache sends each query once, and appends the pages of a list', async () => {
  expect(await countRequests(new InMemoryCache())).toBeGreaterThan(QUERIES.length);
  const { createCache } = (await import(join(folder, 'src/cache.ts'))) as { createCache(): InMemoryCache };
  expect(await countRequests(createCache())).toBe(QUERIES.length);
  const client = new ApolloClient({
    cache: createCache(),
    defaultOptions: OPTIONS,
    link: new HttpLink({ uri: `${stack.url}/graphql` }),
  });
  const query = parse(/graphql\(`([^`]*)`\)/.exec(GUIDE)?.[1] ?? '');
  const list = client.watchQuery<{ films: { edges: object[]; pageInfo: { endCursor: string } } }>({ query });
  const { data } = await list.refetch();
  await list.fetchMore({ variables: { after: data?.films.pageInfo.endCursor } });
  expect(client.readQuery<{ films: { edges: object[] } }>({ query })?.films.edges).toHaveLength(6);
});
