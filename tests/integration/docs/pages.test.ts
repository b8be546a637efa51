import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildSchema, type GraphQLSchema, getVariableValues, Kind, parse, validate } from 'graphql';
import { SCOPES } from '../../../gateway/core/scopes.ts';
import { createApiKey } from '../../support/createApiKey.ts';
import { codeBlocksIn, explorerOperationsIn, idsIn, linksIn, textOf } from '../../support/docs/pageMarkup.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { bearer } from '../../support/stackWithKeys.ts';

type Pages = ReadonlyMap<string, string>;

let stack: Stack;
/** The HTML of all pages by address, as a caller without a key sees them, and with all scopes. */
let pages: Pages;
let adminPages: Pages;
let schema: GraphQLSchema;
let adminSchema: GraphQLSchema;
beforeAll(async () => {
  stack = await startStack({
    hasIndex: false,
    env: { CONSUME_CHANGES: 'off', RATE_LIMIT_ANONYMOUS: 'off', RATE_LIMIT_KEY: 'off' },
  });
  const admin = bearer(await createApiKey(stack, 'admin', [...SCOPES]));
  pages = await openLinkedPages({});
  adminPages = await openLinkedPages(admin);
  schema = buildSchema(await read('/schema.graphql', {}));
  adminSchema = buildSchema(await read('/schema.graphql', admin));
}, 60_000);
afterAll(() => stack.close());

async function read(path: string, headers: Readonly<Record<string, string>>): Promise<string> {
  // Hundreds of pages: most of the time would be their compression.
  const response = await fetch(`${stack.url}${path}`, {
    headers: { ...headers, 'accept-encoding': 'identity' },
  });
  return response.status === 200 ? response.text() : '';
}

/** Opens the pages that links lead to, from the overview on. Missing ones are empty. */
async function openLinkedPages(headers: Readonly<Record<string, string>>): Promise<Pages> {
  const found = new Map<string, string>();
  let open = ['/docs/api'];
  while (open.length > 0) {
    const texts = await Promise.all(open.map((path) => read(path, headers)));
    open.forEach((path, index) => {
      found.set(path, texts[index] as string);
    });
    const linked = texts.flatMap((text, index) => ownLinksIn(text, open[index] as string));
    open = [...new Set(linked.map(({ pathname }) => pathname))].filter((path) => !found.has(path));
  }
  return found;
}

/** Returns the links of a page to this site. The tests of the explorer open those to the explorer. */
const ownLinksIn = (html: string, path: string): readonly URL[] =>
  (isPage(html) ? linksIn(html) : [])
    .filter((href) => !/^(https?:|\/explorer\/)/.test(href))
    .map((href) => new URL(href, `${stack.url}${path}`));

/** False for Markdown, styles and scripts. */
const isPage = (text: string): boolean => text.startsWith('<!doctype html>');

const callers = () => [
  { pages, schema },
  { pages: adminPages, schema: adminSchema },
];

describe('pages of the documentation', () => {
  test('have no link to a page or an anchor that does not exist', () => {
    for (const caller of callers()) {
      const ids = new Map([...caller.pages].map(([path, html]) => [path, new Set(idsIn(html))]));
      const dead = [...caller.pages].flatMap(([path, html]) =>
        ownLinksIn(html, path)
          .filter(({ pathname, hash }) => {
            const isMissing = caller.pages.get(pathname) === '';
            return isMissing || (hash !== '' && !ids.get(pathname)?.has(decodeURIComponent(hash.slice(1))));
          })
          .map(({ pathname, hash }) => `${path} -> ${pathname}${hash}`),
      );
      expect(dead).toEqual([]);
    }
    expect(pages.size).toBeGreaterThan(300);
    expect(adminPages.size).toBeGreaterThan(pages.size);
  });

  test('have one main heading and unique ids', () => {
    for (const [path, html] of adminPages) {
      if (!isPage(html)) continue;
      expect([path, html.match(/<h1\b/g)?.length]).toEqual([path, 1]);
      const ids = idsIn(html);
      expect([path, ids.filter((id, index) => ids.indexOf(id) !== index)]).toEqual([path, []]);
    }
  });

  test('of the reference list all its pages in the menu, in groups, of which their own is open', () => {
    const menu = pages.get('/docs/reference/FilmFilter')?.split('id="site-contents"')[1] ?? '';
    const groups = [...menu.matchAll(/<details( open)?><summary>(.*?)<\/summary>/g)];
    expect(groups.map(([, , title]) => title)).toEqual(
      expect.arrayContaining(['Queries', 'Subscriptions', 'Objects', 'Enums', 'Input types', 'Scalars']),
    );
    expect(groups.filter(([, isOpen]) => isOpen).map(([, , title]) => title)).toEqual(['Input types']);
    const ofReference = [...pages.keys()].filter((path) => /^\/docs\/reference\/[\w.]+$/.test(path));
    const listed = new Set(linksIn(menu));
    expect(ofReference.filter((path) => !path.endsWith('.md') && !listed.has(path))).toEqual([]);
    expect(pages.get('/docs/reference/Query.films')).toContain(
      '<a href="/docs/reference/Query.films" aria-current="page">films</a>',
    );
  });

  test('name the origin of the deployment, also in code with colours', () => {
    const named = [...pages].filter(([, html]) => textOf(html).includes('127.0.0.1:4000'));
    expect(named.map(([path]) => path)).toEqual([]);
    expect(pages.get('/docs/first-request')).toContain('<span class="tok-keyword">query</span> Film');
  });

  test('name the unions that contain a type', () => {
    const uses = pages.get('/docs/reference/Film')?.split('id="used-by"')[1];
    expect(uses).toContain('<a href="/docs/reference/SearchItem"><code>SearchItem</code></a>');
  });

  test('have documents and variables that are valid as they are copied, and open so in the explorer', () => {
    let count = 0;
    for (const caller of callers())
      for (const [path, html] of caller.pages) {
        const blocks = codeBlocksIn(html);
        const documents = blocks.flatMap(({ label, code }, index) =>
          label === 'GraphQL' ? [{ code, next: blocks[index + 1] }] : [],
        );
        for (const { code } of documents) expect([path, code, parses(code)]).toEqual([path, code, true]);
        const operations = explorerOperationsIn(html);
        for (const { query, variables } of operations) {
          const copied = documents.find(({ code }) => code === query);
          expect([path, query, copied !== undefined]).toEqual([path, query, true]);
          if (variables) expect(copied?.next).toEqual({ label: 'Variables', code: variables });
          const faults = faultsOf(caller.schema, query, variables);
          expect([path, query, faults]).toEqual([path, query, []]);
          count += 1;
        }
      }
    expect(count).toBeGreaterThan(300);
  });
});

function parses(code: string): boolean {
  try {
    parse(code);
    return true;
  } catch {
    return false;
  }
}

/** Returns what is wrong with an operation and its variables. */
function faultsOf(own: GraphQLSchema, query: string, variables: string): readonly string[] {
  const document = parse(query);
  const faults = validate(own, document);
  if (faults.length > 0) return faults.map(({ message }) => message);
  const [definition] = document.definitions;
  const declared = definition?.kind === Kind.OPERATION_DEFINITION ? definition.variableDefinitions : [];
  const { errors } = getVariableValues(own, declared ?? [], variables ? JSON.parse(variables) : {});
  return (errors ?? []).map(({ message }) => message);
}
