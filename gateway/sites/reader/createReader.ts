import { hash } from 'node:crypto';
import { print } from 'graphql';
import type { Logger } from 'pino';
import type { PagePreview, PageResponse, Pages, SendToGraph } from '../../../schema/pages.ts';
import { UniqueIds } from '../../../schema/rich-text/uniqueIds.ts';
import { studioUrlOf } from '../../../schema/source-maps/studioUrl.ts';
import { MAX_TAG_CHARACTERS, matchLocale } from '../../core/locales.ts';
import { fromGlobalId } from '../../core/relay.ts';
import { ClientDisconnected } from '../../http/pages/disconnectSignal.ts';
import { once } from '../../services/cache/once.ts';
import { VERSION } from '../../services/telemetry/version.ts';
import { READER_ASSETS } from './markup/assets.ts';
import { formatsOf } from './markup/formats.ts';
import { messagesOf } from './messages/messagesOf.ts';
import { type Address, readPath } from './model/paths.ts';
import type { ReaderType } from './model/readerTypes.ts';
import { NoData, requestOperation, trustOperation } from './operations/requestOperation.ts';
import type { DocumentPage } from './pages/documentOperation.ts';
import { createDocumentPage } from './pages/documentPage.ts';
import {
  describeError,
  type ErrorText,
  errorContent,
  FAILED,
  NO_LANGUAGE,
  type PageError,
  pageErrorOf,
  RATE_LIMITED,
  retryHeaders,
  UNAVAILABLE,
} from './pages/errorPages.ts';
import { createFilledSections } from './pages/filledSections.ts';
import { createHomePage } from './pages/homePage.ts';
import { layOutPage } from './pages/layout.ts';
import { createListPage } from './pages/listPage.ts';
import { NotFound } from './pages/notFound.ts';
import { createFeed, createSitemap, type Resource, robotsTxt } from './pages/resources.ts';
import { createRowsPage, FIELD_PARAMETER, hasRowsPage } from './pages/rowsPage.ts';
import { createSearchPage } from './pages/searchPage.ts';
import {
  createSite,
  type Frame,
  type PageContent,
  type PageRequest,
  type Site,
  type SiteOptions,
} from './pages/site.ts';
import { NO_MENUS } from './pages/siteMenus.ts';
import { createPageSources } from './sources/pageSources.ts';
import type { PageContext } from './views/view.ts';

interface ReaderOptions extends Omit<SiteOptions, 'schema'> {
  /** Returns the schema of callers without a key. */
  visibleSchema(): SiteOptions['schema'];
  readonly log: Pick<Logger, 'error'>;
}

/** Creates the reader: pages for the content of any model. Each page is created at its first request. */
export function createReader({ visibleSchema, log, ...options }: ReaderOptions): {
  readonly pages: Pages;
  readonly buildId: string;
} {
  const site = once(() => createSite({ ...options, schema: visibleSchema() }));
  const render = once(() => createRenderer(site()));
  /** The frame of pages without data. */
  const unnamed: Frame = {
    name: options.defaultName,
    description: '',
    logo: undefined,
    contacts: [],
    menus: NO_MENUS,
    links: [],
  };
  const contextOf = (url: URL): PageContext => {
    const { locales } = options.model;
    const [standard] = locales.all;
    const locale = matchLocale(locales, url.searchParams.get('locale') ?? standard.tag) ?? standard;
    return {
      locale: locale === standard ? undefined : locale.tag,
      formats: formatsOf(locale.tag),
      messages: messagesOf(locale.tag),
      headingLevel: 2,
      ids: new UniqueIds(),
    };
  };
  const frameOperation = once(() =>
    trustOperation({ text: `query ReaderFrame { __typename ${site().fields} }` }, options.trust),
  );
  const filledSections = once(() => createFilledSections(site()));
  /** Requests the frame of a page without a document. */
  const frameOf = async (send: SendToGraph, context: PageContext): Promise<Frame> => {
    const { data } = await requestOperation({ send, context }, frameOperation());
    return site().frameOf(data, context);
  };
  const respond = async (
    url: URL,
    sendToGraph: SendToGraph,
    preview: PagePreview | undefined,
  ): Promise<PageResponse> => {
    const context = contextOf(url);
    const studioUrl = studioUrlOf(preview);
    const sources = studioUrl === undefined ? undefined : createPageSources(sendToGraph, studioUrl);
    const send = sources?.send ?? sendToGraph;
    const sections = once(() => filledSections()({ send, context }));
    const layOut = (content: PageContent, shown: readonly ReaderType[]) => {
      const markup = layOutPage(content, { site: { ...site(), sections: shown }, context, url, preview });
      return sources ? sources.addTo(markup) : markup;
    };
    const errorResponse = async (error: PageError, errors: NoData['errors'] = []) => {
      // A graph that answered about one page answers about the frame; a graph that did not is not asked again.
      const isAnswered = error.status < 500 && error.status !== RATE_LIMITED.status;
      const frame = isAnswered ? await frameOf(send, context).catch(() => unnamed) : unnamed;
      const all = site().sections;
      const shown = isAnswered ? await sections().catch(() => all) : all;
      const content = errorContent(describeError(error, context), frame, context, errors);
      return pageResponse(content, layOut(content, shown), retryHeaders(error));
    };
    if ((url.searchParams.get('locale')?.length ?? 0) > MAX_TAG_CHARACTERS) return errorResponse(NO_LANGUAGE);
    try {
      const content = await render()({ url, send, context, sections });
      if ('main' in content)
        return pageResponse(content, layOut(content, content.sections ?? (await sections())));
      const text = sources ? sources.removeFrom(content.text) : content.text;
      return pageResponse({ status: 200 }, text, { 'content-type': content.type });
    } catch (error) {
      const known = pageErrorOf(error);
      if (!known && !(error instanceof ClientDisconnected))
        log.error({ err: error }, 'a page of the reader failed');
      const shown = known ?? FAILED;
      return errorResponse(shown, error instanceof NoData && shown.status < 500 ? error.errors : []);
    }
  };
  /** Returns an error page without the links of the site, so that the schema is not read at the start. */
  const errorPage = (textIn: (context: PageContext) => ErrorText) => {
    const url = new URL('http://localhost/');
    const context = contextOf(url);
    const unread = { sections: [], hasSearch: false, isLocalized: false, ...options };
    return layOutPage(errorContent(textIn(context), unnamed, context), { site: unread, context, url });
  };
  return {
    buildId: buildIdOf(options),
    pages: {
      respond: (request, { send, preview }) => respond(new URL(request.url), send, preview),
      errorPages: {
        overloaded: () => errorPage((context) => describeError(UNAVAILABLE, context)),
        rateLimited: errorPage((context) => describeError(RATE_LIMITED, context)),
        rejected: ({ heading, ...message }) => errorPage(() => ({ status: 401, title: heading, ...message })),
      },
      scriptHashes: [],
      isEmbed: () => false,
    },
  };
}

const pageResponse = (
  { status }: Pick<PageContent, 'status'>,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): PageResponse => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  text,
  isComplete: true,
});

/** Creates the function that renders the page, or the resource, of an address. */
function createRenderer(site: Site): (request: PageRequest) => Promise<PageContent | Resource> {
  const types = [...site.types.values()];
  const home = once(() => createHomePage(site));
  const search = once(() => createSearchPage(site));
  const feed = once(() => createFeed(site));
  const sitemap = once(() => createSitemap(site));
  const documents = new Map(types.map((type) => [type, once(() => createDocumentPage(site, type))]));
  const lists = new Map(types.map((type) => [type, once(() => createListPage(site, type))]));
  const rows = new Map(types.map((type) => [type, rowsPages(site, type)]));
  const openDocument = (type: ReaderType, request: PageRequest, by: Record<string, string> | undefined) => {
    const field = request.url.searchParams.get(FIELD_PARAMETER);
    const page = field === null ? documents.get(type) : rows.get(type)?.get(field);
    return found(page)()(request, by);
  };
  const byField = (field: string) => found(types.find(({ list, lookup }) => (list ?? lookup) === field));
  const open = async (address: Address, request: PageRequest): Promise<PageContent | Resource> => {
    switch (address.kind) {
      case 'home':
        return home()(request);
      case 'search':
        if (!site.hasSearch) throw new NotFound();
        return search()(request);
      case 'feed':
        return feed()(request);
      case 'sitemap':
        return sitemap()(request);
      case 'robots':
        return robotsTxt(request.url);
      case 'root': {
        const type = byField(address.field);
        if (!request.url.searchParams.has(FIELD_PARAMETER)) {
          if (type.role === 'home') return home()(request);
          if (type.introduces !== undefined) return found(lists.get(byField(type.introduces)))()(request);
        }
        return type.list === undefined
          ? openDocument(type, request, undefined)
          : found(lists.get(type))()(request);
      }
      case 'slug': {
        const type = byField(address.field);
        if (!type.slug || type.list === undefined) throw new NotFound();
        return openDocument(type, request, { slug: address.slug });
      }
      case 'id': {
        const type = found(site.types.get(fromGlobalId(address.id)?.typeName ?? ''));
        return openDocument(type, request, type.list === undefined ? undefined : { id: address.id });
      }
    }
  };
  return async (request) => open(found(readPath(request.url.pathname)), request);
}

/** Returns the pages of the lists of a type by their fields. */
const rowsPages = (site: Site, type: ReaderType): ReadonlyMap<string, () => DocumentPage> =>
  new Map(
    type.fields
      .filter(hasRowsPage)
      .map((field) => [field.name, once(() => createRowsPage(site, type, field))] as const),
  );

/** @throws NotFound for undefined */
function found<T>(value: T | undefined): T {
  if (value === undefined) throw new NotFound();
  return value;
}

/** Returns an id that differs for each version of the gateway, of the assets and of the model. */
function buildIdOf({
  model,
  defaultName,
  served,
}: Pick<ReaderOptions, 'model' | 'defaultName' | 'served'>): string {
  const { style, script } = READER_ASSETS;
  const locales = JSON.stringify(model.locales);
  const links = JSON.stringify([served.docs, served.explorer]);
  const parts = [VERSION, style.path, script.path, defaultName, links, locales, print(model.definitions)];
  return hash('sha256', parts.join('\n'), 'base64url').slice(0, 16);
}
