import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  type ApolloCache,
  ApolloClient,
  HttpLink,
  InMemoryCache,
  type InMemoryCacheConfig,
  type ObservableQuery,
  type TypedDocumentNode,
} from '@apollo/client';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parse } from 'graphql';
import { DOCUMENTED_ORIGIN } from '../../../gateway/sites/docs/markdown/operationPrograms.ts';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';
import { within } from '../../support/within.ts';

const GUIDE = readFileSync(`${ROOT}docs/api/react.md`, 'utf8');
const LANGUAGES_GUIDE = readFileSync(`${ROOT}docs/api/languages.md`, 'utf8');
/** The command that checks the types, without `npx`. */
const TYPE_CHECK = /^ {4}npx tsc (.*)$/m.exec(GUIDE)?.[1]?.split(' ') ?? [];
/** The command that downloads what the cache needs. */
const DOWNLOAD = /^ {4}curl -o (\S+) http:\/\/127\.0\.0\.1:4000(\S+)$/m;
const TIMEOUT_MS = 120_000;

let stack: Stack;
let folder: string;
beforeAll(async () => {
  stack = await startStack({ hasIndex: false, env: { CONSUME_CHANGES: 'off' } });
  folder = mkdtempSync(join(tmpdir(), 'trivium-docs-'));
  symlinkSync(`${ROOT}node_modules`, join(folder, 'node_modules'));
  for (const [, file = '', code = ''] of `${GUIDE}${LANGUAGES_GUIDE}`.matchAll(
    /^```\w+ file=(\S+)\n([\s\S]*?)^```$/gm,
  )) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), code.replaceAll(DOCUMENTED_ORIGIN, stack.url));
  }
  const [, file = '', path = ''] = DOWNLOAD.exec(GUIDE) ?? [];
  writeFileSync(join(folder, file), await (await fetch(`${stack.url}${path}`)).text());
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

const checkTypes = () => run('typescript/bin/tsc', [...TYPE_CHECK, 'src/clientFor.ts']);

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
  `film(by: { slug: ${FILM} }) { id chapters { title } video { id playback { hlsUrl expiresAt } tracks { id label } } }`,
  `film(by: { slug: ${FILM} }) { id chapters { start } credits { role } synopsis { plainText } poster { alt } }`,
  `film(by: { slug: ${FILM} }) { id credits { person { id name portrait { url } } } synopsis { blocks { ... on RichTextNode { key } } }
    articles { nodes { id title } } }`,
  `film(by: { slug: ${FILM} }) { id synopsis { blocks { ... on TextBlock { style } } } articles { totalCount }
    credits { person { id portrait { alt width } } } }
  films(first: 3, orderBy: { field: YEAR }) { edges { node { id title year } } pageInfo { hasNextPage endCursor } }`,
];

interface FilmsData {
  readonly films: {
    readonly nodes: readonly object[];
    readonly edges: readonly object[];
    readonly pageInfo: { readonly endCursor: string };
  };
}

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
  await within(10_000, () => {
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
  const config = (await import(join(folder, 'src/apollo.ts'))) as InMemoryCacheConfig;
  const createCache = () => new InMemoryCache(config);
  expect(await countRequests(createCache())).toBe(QUERIES.length);
  const client = new ApolloClient({
    cache: createCache(),
    defaultOptions: OPTIONS,
    link: new HttpLink({ uri: `${stack.url}/graphql` }),
  });
  const query = parse(/= gql`([^`]*)`/.exec(GUIDE)?.[1] ?? '');
  const list = client.watchQuery<{ films: { edges: object[]; pageInfo: { endCursor: string } } }>({ query });
  const { data } = await list.refetch();
  await list.fetchMore({ variables: { after: data?.films.pageInfo.endCursor } });
  const shown = () => list.getCurrentResult().data as { films: { edges: object[] } } | undefined;
  expect(client.readQuery<{ films: { edges: object[] } }>({ query })?.films.edges).toHaveLength(6);
  // As the guide says, the list shrinks without the size.
  await list.refetch();
  expect(shown()?.films.edges).toHaveLength(3);
  // The refresh of the guide keeps the list, and so does its next page.
  await list.refetch({ first: 6 });
  expect(shown()?.films.edges).toHaveLength(6);
  const { endCursor } = (await list.refetch({ first: 6 })).data?.films.pageInfo ?? {};
  await list.fetchMore({ variables: { after: endCursor } });
  expect(new Set(shown()?.films.edges).size).toBe(12);
  client.stop();
});

interface LanguageData {
  readonly topic: { readonly title: string };
  readonly article: { readonly body: { readonly blocks: readonly { readonly key?: string }[] } };
}

test('guide for languages: shows two languages by two caches, which have the options of the schema', async () => {
  const { clientFor } = (await import(join(folder, 'src/clientFor.ts'))) as {
    clientFor(locale: string): ApolloClient;
  };
  const query: TypedDocumentNode<LanguageData> = parse(`{ topic(by: { slug: "flow" }) { id title }
    article(by: { slug: "seven-neighbours" }) { id body { blocks { ... on RichTextNode { key } } } } }`);
  const titles: unknown[] = [];
  for (const locale of ['en', 'de', 'en']) {
    const { data } = await clientFor(locale).query({ query });
    titles.push(data?.topic.title);
    expect(data?.article.body.blocks.every(({ key }) => typeof key === 'string')).toBe(true);
  }
  expect(titles).toEqual(['Flow', 'Strömung', 'Flow']);
  for (const locale of ['en', 'de']) clientFor(locale).stop();
});

test('guide for React: its cache appends nodes too, and keeps lists of other sizes and counts apart', async () => {
  const client = new ApolloClient({
    cache: new InMemoryCache((await import(join(folder, 'src/apollo.ts'))) as InMemoryCacheConfig),
    defaultOptions: OPTIONS,
    link: new HttpLink({ uri: `${stack.url}/graphql` }),
  });
  const list = (text: string): TypedDocumentNode<FilmsData, { after?: string }> =>
    parse(`query ($after: String) { films(first: 3, after: $after, orderBy: { field: YEAR }) { ${text} } }`);
  const [counted, nodes, edges] = [
    list('totalCount'),
    list('nodes { id title } pageInfo { hasNextPage endCursor }'),
    list('edges { node { id title } } pageInfo { hasNextPage endCursor }'),
  ];
  await client.query({ query: counted });
  // A list that only its number is known of is not empty.
  const { data: first } = await client.query({ query: edges });
  expect(first?.films.edges).toHaveLength(3);
  const watched = client.watchQuery({ query: nodes });
  const { data } = await watched.refetch();
  const after = data?.films.pageInfo.endCursor as string;
  await Promise.all([
    watched.fetchMore({ variables: { after } }),
    client.query({
      query: parse('{ films(first: 2, orderBy: { field: YEAR }) { nodes { id } pageInfo { endCursor } } }'),
    }),
  ]);
  // A button that is clicked twice.
  await watched.fetchMore({ variables: { after } });
  const films = client.readQuery({ query: nodes })?.films;
  expect(films?.nodes).toHaveLength(6);
  expect(new Set(films?.nodes).size).toBe(6);
  expect(films?.pageInfo.endCursor).not.toBe(after);
  client.stop();
});
