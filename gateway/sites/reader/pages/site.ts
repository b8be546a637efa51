import type { GraphQLSchema } from 'graphql';
import type { SendToGraph } from '../../../../schema/pages.ts';
import type { Sites } from '../../../config/sites.ts';
import { isLocalized, type Model } from '../../../core/model/model.ts';
import type { Html } from '../markup/html.ts';
import { namingField } from '../model/readableFields.ts';
import { type ReaderType, type ReaderTypes, readerTypes } from '../model/readerTypes.ts';
import type { IsWithinLimits } from '../operations/fitOperation.ts';
import type { Data, PageContext } from '../views/view.ts';

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
  /** True if the model has several languages, so that pages have links to each of them. */
  readonly isLocalized: boolean;
  readonly hasSearch: boolean;
  /** The fields of `Query` with the name of the site; empty if the content has none. */
  readonly nameFields: string;
  /** Returns the name of the site. */
  nameOf(data: Data): string;
}

/** Joins declarations or arguments in parentheses; empty for none. */
export const inParentheses = (...parts: readonly string[]): string => {
  const given = parts.filter((part) => part !== '');
  return given.length > 0 ? `(${given.join(', ')})` : '';
};

/** A request for a page. */
export interface PageRequest {
  readonly url: URL;
  readonly send: SendToGraph;
  readonly context: PageContext;
}

/** The content of a page. */
export interface PageContent {
  readonly status: number;
  readonly title: string;
  readonly siteName: string;
  readonly main: Html;
  /** The pages above this one, without the home page. */
  readonly trail: readonly { readonly path: string; readonly label: string }[];
  /** The address for the links to other languages; default: that of the page. */
  readonly localePath?: string;
  /** The text in the search field. */
  readonly query?: string;
}

/** Reads a model for its pages. */
export function createSite(options: SiteOptions): Site {
  const { model, schema, defaultName } = options;
  const types = readerTypes(model, schema);
  const named = siteNameField([...types.values()]);
  return {
    ...options,
    types,
    isLocalized: isLocalized(model),
    hasSearch: schema.getQueryType()?.getFields().search !== undefined,
    nameFields: named ? `${named.type.lookup} { ${named.field} }` : '',
    nameOf(data) {
      const settings = named && (data[named.type.lookup] as Data | null | undefined);
      const name = named && settings?.[named.field];
      return typeof name === 'string' && name.trim() !== '' ? name : defaultName;
    },
  };
}

/** Names of singletons that describe a site. */
const SETTINGS = /settings|site|config|general|global/i;
/** Names of fields with the name of a site, the best first. */
const SITE_NAMES = ['siteName', 'siteTitle', 'brandName', 'organization'];

/** Returns the singleton and its field with the name of the site; undefined if the model has none. */
function siteNameField(
  types: readonly ReaderType[],
): { readonly type: ReaderType; readonly field: string } | undefined {
  for (const type of types.filter(({ list, name }) => list === undefined && SETTINGS.test(name))) {
    const own = SITE_NAMES.flatMap((name) => type.fields.find((field) => field.name === name) ?? [])[0];
    const field = own ?? namingField(type.fields);
    if (field) return { type, field: field.name };
  }
  return undefined;
}
