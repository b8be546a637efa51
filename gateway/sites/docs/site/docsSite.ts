import type { GraphQLSchema } from 'graphql';
import pluralize from 'pluralize';
import type { ContractVersions } from '../../../graphql/schema/versions/contractVersions.ts';
import { DOCS_PATH } from '../../../http/hooks/responseHeaders.ts';
import { once } from '../../../services/cache/once.ts';
import { CHANGELOG_PATH, createChangelogPage, type SchemaViewer } from '../changelog/changelogPage.ts';
import { GUIDE_PAGES, GUIDE_SECTIONS, guideAddress } from '../guides/guidePages.ts';
import { readGuide } from '../guides/guides.ts';
import { escapeHtml } from '../markdown/escapeHtml.ts';
import { type Page, type PageLink, REFERENCE_PATH } from '../markdown/page.ts';
import type { RunQuery } from '../reference/exampleResponse.ts';
import {
  createReference,
  KINDS,
  type Reference,
  type ReferenceOptions,
  type ReferencePage,
} from '../reference/referencePages.ts';
import { type Layout, type LinkGroup, layOutPage, SEARCH_PATH } from './layout.ts';
import { createSearchIndex, type SearchDocs, type SearchResult } from './searchIndex.ts';

/** The documentation as a caller sees it. Everything is read, written and rendered at first use. */
export interface DocsSite {
  /**
   * Returns the HTML of a page; undefined if there is none.
   * @param run executes the example of a page of the reference for the reader
   */
  html(path: string, run: RunQuery): Promise<string | undefined>;
  /** Returns the Markdown of a page; undefined if there is none. @param run as for HTML */
  markdown(path: string, run: RunQuery): Promise<string | undefined>;
  /** Returns the page for an address without a page that the caller can read. */
  missingPage(path: string): string;
  /** Returns the page with the results of a search. */
  searchPage(query: string): Promise<string>;
  search(query: string): Promise<readonly SearchResult[]>;
  /** Returns the list of all pages for language models (https://llmstxt.org). */
  llmsText(): Promise<string>;
}

/** Returns the documentation for a caller; undefined stands for callers who may not see any schema. */
export type DocsSites = (reader: SchemaViewer | undefined) => DocsSite;

/** The pages that depend on the schema that a caller sees. */
interface SchemaPages {
  readonly reference: () => Reference;
  readonly changelog: Page;
}

export interface DocsSitesOptions extends Omit<ReferenceOptions, 'visible'> {
  readonly contractVersions: Pick<ContractVersions, 'changes'>;
}

/** Creates the documentation: the guides, and a reference and a changelog for each schema that callers see. */
export function createDocsSites({ contractVersions, ...options }: DocsSitesOptions): DocsSites {
  const guides = new Map(GUIDE_PAGES.map((guide) => [guideAddress(guide), once(() => readGuide(guide))]));
  const references = new Map<GraphQLSchema, () => Reference>();
  const referenceOf = (visible: GraphQLSchema) => {
    const reference = references.get(visible) ?? once(() => createReference({ ...options, visible }));
    references.set(visible, reference);
    return reference;
  };
  const create = (reader: SchemaViewer | undefined) =>
    createSite(
      guides,
      reader && {
        reference: referenceOf(reader.visible),
        changelog: createChangelogPage(contractVersions.changes(), reader),
      },
    );
  const sites = new Map<string | undefined, DocsSite>();
  return (reader) => {
    // Scopes are sorted.
    const key = reader?.scopes.join(' ');
    const site = sites.get(key) ?? create(reader);
    sites.set(key, site);
    return site;
  };
}

function createSite(
  guides: ReadonlyMap<string, () => Promise<Page>>,
  schemaPages: SchemaPages | undefined,
): DocsSite {
  const hasSchema = schemaPages !== undefined;
  const allGuides = () => Promise.all([...guides.values()].map((read) => read()));
  const index = once(
    async (): Promise<SearchDocs> =>
      createSearchIndex(await allGuides(), schemaPages?.reference(), schemaPages?.changelog),
  );
  const groups = once(() => menuGroupsOf(schemaPages?.reference().pages.values() ?? []));
  const find = async (path: string, run: RunQuery): Promise<Page | undefined> => {
    const guide = guides.get(path);
    if (guide) return guide();
    if (path === CHANGELOG_PATH) return schemaPages?.changelog;
    if (path === REFERENCE_PATH) return schemaPages?.reference().index;
    return path.startsWith(`${REFERENCE_PATH}/`)
      ? schemaPages
          ?.reference()
          .pages.get(path.slice(REFERENCE_PATH.length + 1))
          ?.withResponse(run)
      : undefined;
  };
  const layOut = (layout: Omit<Layout, 'hasSchema'>) => layOutPage({ ...layout, hasSchema });
  return {
    async html(path, run) {
      const page = await find(path, run);
      if (!page) return undefined;
      const { title, html, headings } = await page.render();
      const isOfReference = path.startsWith(REFERENCE_PATH);
      const trail = path.startsWith(`${REFERENCE_PATH}/`)
        ? `<nav class="trail" aria-label="Breadcrumb"><a href="${REFERENCE_PATH}">Reference</a></nav>\n`
        : '';
      return layOut({
        path,
        title,
        description: plainText(page.summary),
        html: trail + html,
        headings,
        markdownPath: `${path}.md`,
        ...(isOfReference ? { referenceGroups: groups() } : neighbours(path)),
      });
    },
    async markdown(path, run) {
      return (await find(path, run))?.markdown();
    },
    missingPage(path) {
      const isOfSchema = path.startsWith(REFERENCE_PATH) || path === CHANGELOG_PATH;
      return layOut({
        path,
        title: 'Not found',
        description: 'There is no such page.',
        html: !isOfSchema ? NO_SUCH_PAGE : hasSchema ? NO_SUCH_NAME : NO_SCHEMA,
      });
    },
    async searchPage(query) {
      const results = query.trim() === '' ? [] : (await index())(query);
      return layOut({
        path: SEARCH_PATH,
        title: query.trim() === '' ? 'Search' : `Search: ${query}`,
        description: 'Search of the API documentation.',
        html: resultsMarkup(query, results),
        query,
      });
    },
    async search(query) {
      return (await index())(query);
    },
    async llmsText() {
      const pages = new Map((await allGuides()).map((page) => [page.path, page]));
      const sections = GUIDE_SECTIONS.map(
        ({ title, pages: listed }) =>
          [title, listed.flatMap((guide) => pages.get(guideAddress(guide)) ?? [])] as const,
      );
      return llmsMarkdown([...sections, ...(schemaPages ? [['Schema', pagesOf(schemaPages)] as const] : [])]);
    },
  };
}

/** Returns all pages that depend on the schema. */
function pagesOf({ reference, changelog }: SchemaPages): readonly Page[] {
  const { index, pages } = reference();
  return [index, changelog, ...pages.values()];
}

const NO_SUCH_PAGE = `<h1>Not found</h1>
<p>There is no page at this address. <a href="${DOCS_PATH}/api">The overview</a> lists the guides.</p>
`;
const NO_SUCH_NAME = `<h1>Not found</h1>
<p>The schema has no type or root field of this name, or the key of the request does not allow it. <a href="${REFERENCE_PATH}">The reference</a> lists all.</p>
`;
const NO_SCHEMA = `<h1>No schema without a key</h1>
<p>This deployment shows its schema only to clients with <a href="${DOCS_PATH}/access">an API key</a>.</p>
`;

/** Returns the pages of the reference by kind, for the menu. */
function menuGroupsOf(pages: Iterable<ReferencePage>): readonly LinkGroup[] {
  const byKind = Map.groupBy(pages, ({ kind }) => kind);
  return KINDS.flatMap((title) => {
    const ofKind = byKind.get(title) ?? [];
    const links = ofKind.map((page) => ({ path: page.path, title: page.title.replace(/^\w+\./, '') }));
    return links.length > 0 ? [{ title, pages: links }] : [];
  });
}

function neighbours(path: string): {
  readonly previous: PageLink | undefined;
  readonly next: PageLink | undefined;
} {
  const links = GUIDE_PAGES.map((page) => ({ path: guideAddress(page), title: page.title }));
  const index = links.findIndex((link) => link.path === path);
  if (index < 0) return { previous: undefined, next: undefined };
  return { previous: links[index - 1], next: links[index + 1] };
}

function resultsMarkup(query: string, results: readonly SearchResult[]): string {
  if (query.trim() === '')
    return '<h1>Search</h1>\n<p>Enter words from a guide, an error code, or the name of a type or field.</p>\n';
  const count = pluralize('result', results.length, true);
  const items = results.map(
    ({ path, title, page, text }) =>
      `<li><a href="${escapeHtml(path)}">${escapeHtml(title)}</a>${page ? ` <span>${escapeHtml(page)}</span>` : ''}<br>${escapeHtml(text)}</li>`,
  );
  return `<h1>Search: ${escapeHtml(query)}</h1>\n<p>${count}.</p>\n<ol class="found">${items.join('')}</ol>\n`;
}

const llmsMarkdown = (sections: readonly (readonly [title: string, pages: readonly Page[]])[]): string =>
  [
    '# API documentation',
    '> A GraphQL API over HTTP at `/graphql`. Its schema is at `/schema.graphql`. Every page below is Markdown.',
    ...sections.flatMap(([title, pages]) => [
      `## ${title}`,
      pages.map((page) => `- [${page.title}](${page.path}.md): ${plainText(page.summary)}`).join('\n'),
    ]),
    '',
  ].join('\n\n');

/** Removes links and code marks of Markdown. */
const plainText = (markdown: string): string =>
  markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
