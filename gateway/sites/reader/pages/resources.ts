import { isInputObjectType } from 'graphql';
import { once } from '../../../services/cache/once.ts';
import { type Html, html } from '../markup/html.ts';
import { valueAt } from '../model/fieldPaths.ts';
import { newestFirst, orderArgument } from '../model/listOrder.ts';
import { FEED_PATH, HOME_PATH, pathWith, SITEMAP_PATH, typePath } from '../model/paths.ts';
import type { ReaderType } from '../model/readerTypes.ts';
import { fitOperation } from '../operations/fitOperation.ts';
import { NoData, requestOperation, trustOperation } from '../operations/requestOperation.ts';
import { authorsOf } from '../views/authors.ts';
import { fieldValue, linkFields, readLink } from '../views/linkView.ts';
import { isUnready } from '../views/playableFirst.ts';
import { topicOf } from '../views/topics.ts';
import { type Data, isData, nodesOf, type PageContext } from '../views/view.ts';
import { cardFields, excerptOf } from './cards.ts';
import { pictureUrl } from './documentPreview.ts';
import { NotFound } from './notFound.ts';
import { inParentheses, type PageRequest, type Site } from './site.ts';

/** What is served at the root of a site beside its pages. */
export interface Resource {
  readonly type: string;
  readonly text: string;
}

const FEED_ENTRIES = 20;
/** Characters that no XML document can contain. */
const NO_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const xml = (type: string, content: Html): Resource => ({
  type: `${type}; charset=utf-8`,
  text: `<?xml version="1.0" encoding="utf-8"?>\n${content.markup.replaceAll(NO_XML, '')}\n`,
});

/** Creates the feed of the documents that a publication leads with, as Atom (RFC 4287). */
export function createFeed(site: Site): (request: PageRequest) => Promise<Resource> {
  const feeds = new Map(site.sections.map((type) => [type, once(() => createFeedOf(site, type))]));
  return async (request) => {
    const [type] = [...(await request.sections()), ...site.sections];
    const feed = type && feeds.get(type);
    if (!feed) throw new NotFound();
    return feed()(request);
  };
}

/** Creates the feed of a type. Documents that cannot be played are not in it until they can. */
function createFeedOf(site: Site, type: ReaderType): (request: PageRequest) => Promise<Resource> {
  const { list = '' } = type;
  const rows = inParentheses(`first: ${FEED_ENTRIES}`, orderArgument(newestFirst(site.schema, type)));
  const operation = fitOperation(
    [cardFields(type, site.types, { hasExcerpts: true }), linkFields(type)],
    (fields) => ({
      text: `query ReaderFeed { ${list}${rows} { nodes { ${fields.join(' ')} updatedAt createdAt } } ${site.fields} }`,
      variables: {},
    }),
    site,
  );
  const trusted = trustOperation(operation, site.trust);
  return async ({ url, send, context }) => {
    const { data, errors } = await requestOperation({ send, context }, trusted);
    const listed = nodesOf(data[list]);
    if (!listed) throw new NoData(200, errors);
    const { name, description } = site.frameOf(data, context);
    const nodes = listed.filter((node) => !isUnready(type, node));
    const entries = nodes.flatMap((node) => entryOf(site, type, node, context, url) ?? []);
    const updated = nodes
      .map(({ updatedAt }) => String(updatedAt))
      .toSorted()
      .at(-1);
    const addressOf = (path: string) => new URL(pathWith(path, { locale: context.locale }), url).href;
    const href = addressOf(HOME_PATH);
    return xml(
      'application/atom+xml',
      html`<feed xmlns="http://www.w3.org/2005/Atom">
<id>${href}</id><title>${name}</title>${description && html`<subtitle>${description}</subtitle>`}
<link href="${href}"/><link rel="self" href="${addressOf(FEED_PATH)}"/>
<updated>${updated ?? new Date(0).toISOString()}</updated>
${entries}
</feed>`,
    );
  };
}

function entryOf(
  { types }: Site,
  type: ReaderType,
  node: Data,
  context: PageContext,
  url: URL,
): Html | undefined {
  const link = readLink(type, node, context);
  if (!link) return undefined;
  const address = new URL(link.path, url).href;
  const date = fieldValue(node, type.date) ?? node.createdAt;
  const published =
    typeof date === 'string' && !Number.isNaN(Date.parse(date)) ? new Date(date).toISOString() : undefined;
  const excerpt = excerptOf(type, node);
  const authors = authorsOf(type, types, node, context);
  const topic = topicOf(type, types, node, context);
  const picture = pictureUrl(valueAt(type.picture, node));
  return html`<entry><id>${address}</id><title>${link.title}</title><link href="${address}"/>
${published && html`<published>${published}</published>`}<updated>${String(node.updatedAt)}</updated>
${(authors.length > 0 ? authors : [{ title: type.label }]).map(({ title }) => html`<author><name>${title}</name></author>`)}
${topic && html`<category term="${topic.title}"/>`}${picture && html`<link rel="enclosure" type="image/*" href="${picture}"/>`}${excerpt && html`<summary>${excerpt}</summary>`}</entry>
`;
}

/** Documents in one file of the sitemap. One request reads them. */
const SITEMAP_ROWS = 100;
/** The most documents of a type: connections skip up to 10,000. */
const SITEMAP_MAX_FILES = 101;

/** Creates the sitemap: an index of files, each with documents of a type. */
export function createSitemap(site: Site): (request: PageRequest) => Promise<Resource> {
  const types = [...site.types.values()].filter(
    ({ list, role }) => list !== undefined && role !== 'technical',
  );
  const counts = types
    .map((type) => `${type.list}${inParentheses('first: 0', versionsArgument(site, type))} { totalCount }`)
    .join('\n');
  const index = trustOperation(
    { text: `query ReaderSitemap { __typename ${counts} ${site.fields} }` },
    site.trust,
  );
  const files = new Map(
    types.map((type) => [
      type.list,
      trustOperation(
        {
          text: `query ReaderSitemap${type.name}($offset: Int) { ${type.list}${inParentheses(`first: ${SITEMAP_ROWS}, offset: $offset`, versionsArgument(site, type))} { nodes { ${linkFields(type).join(' ')} updatedAt } } }`,
        },
        site.trust,
      ),
    ]),
  );

  const fileOf = async (type: ReaderType, page: number, { url, send, context }: PageRequest) => {
    const file = files.get(type.list);
    if (!file) throw new NotFound();
    const { data, errors } = await requestOperation({ send, context }, file, {
      offset: (page - 1) * SITEMAP_ROWS,
    });
    const nodes = nodesOf(data[type.list ?? '']);
    if (!nodes) throw new NoData(200, errors);
    const links = nodes.flatMap((node) => {
      const link = readLink(type, node, context);
      return link ? { path: link.path, updatedAt: node.updatedAt } : [];
    });
    // Documents with one slug have no page: their lookup is ambiguous.
    const counts = Map.groupBy(links, ({ path }) => path);
    const entries = links.filter(({ path }) => counts.get(path)?.length === 1);
    return urlSet(page === 1 && entries.length > 0 ? [{ path: typePath(type) }, ...entries] : entries, url);
  };

  return async (request) => {
    const { url, send, context } = request;
    const name = url.searchParams.get('type');
    if (name !== null) {
      const page = Number(url.searchParams.get('page') ?? '1');
      const type = types.find(({ list }) => list === name);
      if (!type || !Number.isInteger(page) || page < 1 || page > SITEMAP_MAX_FILES) throw new NotFound();
      return xml('application/xml', await fileOf(type, page, request));
    }
    const { data, errors } = await requestOperation({ send, context }, index);
    if (url.searchParams.has('page'))
      return xml('application/xml', pagesFile(site.frameOf(data, context).links, url));
    if (types.length > 0 && types.every(({ list = '' }) => data[list] == null)) throw new NoData(200, errors);
    const paths = types.flatMap(({ list = '' }) => {
      const value = data[list];
      const count = isData(value) ? Number(value.totalCount) : 0;
      const length = Math.min(SITEMAP_MAX_FILES, Math.ceil(count / SITEMAP_ROWS));
      return Array.from({ length }, (_, number) =>
        pathWith(SITEMAP_PATH, { type: list, page: String(number + 1) }),
      );
    });
    paths.unshift(pathWith(SITEMAP_PATH, { page: '1' }));
    return xml(
      'application/xml',
      html`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${paths.map((path) => html`<sitemap><loc>${new URL(path, url).href}</loc></sitemap>\n`)}</sitemapindex>`,
    );
  };
}

/** Returns the argument of a list for the documents of all languages; empty for documents without one. */
const versionsArgument = ({ schema }: Pick<Site, 'schema'>, { name, language }: ReaderType): string => {
  const filter = schema.getType(`${name}Filter`);
  const isFilter = isInputObjectType(filter) && language && filter.getFields()[language.field.name];
  return isFilter ? `filter: { ${language.field.name}: {} }` : '';
};

/** Returns the file with the home page and the pages that the footer links. */
const pagesFile = (links: readonly { readonly path: string }[], url: URL): Html =>
  urlSet([{ path: '/' }, ...links], url);

const urlSet = (
  entries: readonly { readonly path: string; readonly updatedAt?: unknown }[],
  url: URL,
): Html =>
  html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.map(({ path, updatedAt }) => html`<url><loc>${new URL(path, url).href}</loc>${typeof updatedAt === 'string' && html`<lastmod>${updatedAt}</lastmod>`}</url>\n`)}</urlset>`;

/** Returns robots.txt (RFC 9309). Search results are disallowed: there is no end of them. */
export const robotsTxt = (url: URL): Resource => ({
  type: 'text/plain; charset=utf-8',
  text: `User-agent: *\nDisallow: /search\nDisallow: /graphql\nDisallow: /explorer/\nAllow: /\n\nSitemap: ${new URL(SITEMAP_PATH, url).href}\n`,
});
