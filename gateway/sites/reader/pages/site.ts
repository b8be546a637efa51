import type { GraphQLSchema } from 'graphql';
import type { PagePreview, SendToGraph } from '../../../../schema/pages.ts';
import type { Sites } from '../../../config/sites.ts';
import { isLocalized, type Model } from '../../../core/model/model.ts';
import type { Html } from '../markup/html.ts';
import { type ReaderType, type ReaderTypes, readerTypes } from '../model/readerTypes.ts';
import { sectionsOf } from '../model/sections.ts';
import type { IsWithinLimits } from '../operations/fitOperation.ts';
import { type DocumentLink, linkFields, readLink } from '../views/linkView.ts';
import { type Data, nodesOf, type PageContext } from '../views/view.ts';
import { createIdentityReader, type SiteIdentity } from './siteIdentity.ts';
import { createMenuReader, type SiteMenus } from './siteMenus.ts';

export interface SiteOptions {
  readonly model: Model;
  /** The schema of callers without a key. */
  readonly schema: GraphQLSchema;
  readonly isWithinLimits: IsWithinLimits;
  /** Stores a document that callers without a key can execute under all settings. */
  trust(id: string, text: string): void;
  /** The name of the site, if the content has none. */
  readonly defaultName: string;
  /** What else the gateway serves, to which the pages link. */
  readonly served: Pick<Sites, 'docs' | 'explorer'>;
}

/** The properties that the pages of a model share. */
export interface Site extends SiteOptions {
  readonly types: ReaderTypes;
  /** The types with lists for readers, the types of a publication first. */
  readonly sections: readonly ReaderType[];
  /** True if the model has several languages, so that pages have links to each of them. */
  readonly isLocalized: boolean;
  readonly hasSearch: boolean;
  /** The fields of `Query` that every page selects: the identity of the site, and the pages that its footer links. */
  readonly fields: string;
  /** Returns what the frame of a page shows. */
  frameOf(data: Data, context: PageContext): Frame;
}

/** What the frame of every page shows of the content. */
export interface Frame extends SiteIdentity {
  readonly menus: SiteMenus;
  readonly links: readonly DocumentLink[];
}

/** Joins declarations or arguments in parentheses; empty for none. */
export const inParentheses = (...parts: readonly string[]): string => {
  const given = parts.filter((part) => part !== '');
  return given.length > 0 ? `(${given.join(', ')})` : '';
};

/** A request for a page. */
export interface PageRequest {
  /** The address of the page at the public origin. */
  readonly url: URL;
  readonly send: SendToGraph;
  readonly context: PageContext;
  /** Returns the sections with documents. */
  readonly sections: () => Promise<readonly ReaderType[]>;
}

/** The content of a page. */
export interface PageContent {
  readonly status: number;
  readonly title: string;
  readonly frame: Frame;
  readonly main: Html;
  /** The pages above this page, without the home page. */
  readonly trail: readonly { readonly path: string; readonly label: string }[];
  /** The sections with documents, if the page has counted them. */
  readonly sections?: readonly ReaderType[];
  /** The address for the links to other languages; default: the address of the page. */
  readonly localePath?: string;
  /** The paths of the versions of its document, by their languages; undefined for a page that every language has. */
  readonly versions?: ReadonlyMap<string, string> | undefined;
  /** What search engines and previews of links show; undefined for a page that they leave out. */
  readonly preview?: Preview;
}

/** What search engines and previews of links show of a page. */
export interface Preview {
  /** The path of the page in its language. */
  readonly path: string;
  readonly description: string;
  /** The URL of a picture. */
  readonly image?: string | undefined;
  readonly type: 'website' | 'article' | 'profile';
  /** The properties of an object of schema.org. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** What the layout of a page depends on besides its content. */
export interface LayoutOptions {
  readonly site: Pick<Site, 'sections' | 'hasSearch' | 'isLocalized' | 'model' | 'served'>;
  readonly context: PageContext;
  /** The address of the page. */
  readonly url: URL;
  /** Undefined for the published page. */
  readonly preview?: PagePreview | undefined;
}

/** Documents of each type of pages that the footer links. */
const FOOTER_PAGES = 6;

/** Reads a model for its pages. */
export function createSite(options: SiteOptions): Site {
  const { model, schema } = options;
  const types = readerTypes(model, schema);
  const identity = createIdentityReader([...types.values()], options);
  const menus = createMenuReader({ ...options, types });
  const pages = [...types.values()].filter(({ role }) => role === 'page');
  const fields = pages.map((type) =>
    type.list === undefined
      ? `page_${type.lookup}: ${type.lookup} { ${linkFields(type).join(' ')} }`
      : `page_${type.list}: ${type.list}(first: ${FOOTER_PAGES}) { nodes { ${linkFields(type).join(' ')} } }`,
  );
  return {
    ...options,
    types,
    sections: sectionsOf([...types.values()]),
    isLocalized: isLocalized(model),
    hasSearch: schema.getQueryType()?.getFields().search !== undefined,
    fields: [identity.selection, menus.selection, ...fields].join('\n'),
    frameOf: (data, context) => ({
      ...identity.read(data, context),
      menus: menus.read(data, context),
      links: pages.flatMap((type) => pageLinksIn(type, data, context)),
    }),
  };
}

function pageLinksIn(type: ReaderType, data: Data, context: PageContext): readonly DocumentLink[] {
  const value = data[`page_${type.list ?? type.lookup}`];
  const nodes = nodesOf(value) ?? [value];
  return nodes.flatMap((node) => readLink(type, node, context) ?? []);
}
