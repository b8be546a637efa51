import { unmarked } from '../sources/textMarkers.ts';
import type { ReaderType } from './readerTypes.ts';

/** The address of the pages of documents, which no other route has. */
const CONTENT_PATH = '/content';
/** The address of documents by their global ids. */
const DOCUMENT_PATH = '/document';
export const SEARCH_PATH = '/search';

/** Parameters of an address; those without a value are left out. */
export type Parameters = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Returns a path with parameters, which follow those that it has. */
export function pathWith(path: string, parameters: Parameters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    for (const each of [value ?? []].flat()) query.append(name, unmarked(each));
  return query.size > 0 ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path;
}

/** Returns the path of a list, or of a singleton's document. A singleton that introduces a list has the path of the list. */
export const typePath = ({
  list,
  lookup,
  introduces,
}: Pick<ReaderType, 'list' | 'lookup' | 'introduces'>): string =>
  `${CONTENT_PATH}/${introduces ?? list ?? lookup}`;

/** Returns the path of the lists of a singleton, which another page can show. */
export const singlePath = ({ lookup }: Pick<ReaderType, 'lookup'>): string => `${CONTENT_PATH}/${lookup}`;

/** The address of the home page. */
export const HOME_PATH = '/';

/** Returns the path of a document. @param slug undefined if the document has none */
export function documentPath(type: ReaderType, id: string, slug: string | undefined): string {
  if (type.role === 'home') return HOME_PATH;
  if (type.list === undefined) return typePath(type);
  return slug?.isWellFormed() && !NO_SEGMENT.test(slug)
    ? `${typePath(type)}/${encodeURIComponent(unmarked(slug))}`
    : `${DOCUMENT_PATH}/${id}`;
}

/** Texts that URLs cannot have as a segment: the empty text, and segments that URLs resolve. */
const NO_SEGMENT = /^\.{0,2}$/;

/** The resources at the root of the site, by their addresses. */
export const FEED_PATH = '/feed.xml';
export const SITEMAP_PATH = '/sitemap.xml';
const ROBOTS_PATH = '/robots.txt';

/** The page at an address. */
export type Address =
  | { readonly kind: 'home' | 'search' | 'feed' | 'sitemap' | 'robots' }
  /** A list, or the document of a singleton, by its field of `Query`. */
  | { readonly kind: 'root'; readonly field: string }
  | { readonly kind: 'slug'; readonly field: string; readonly slug: string }
  | { readonly kind: 'id'; readonly id: string };

const KINDS: ReadonlyMap<string, 'home' | 'search' | 'feed' | 'sitemap' | 'robots'> = new Map([
  [HOME_PATH, 'home'],
  [SEARCH_PATH, 'search'],
  [FEED_PATH, 'feed'],
  [SITEMAP_PATH, 'sitemap'],
  [ROBOTS_PATH, 'robots'],
] as const);

/** Reads a path; undefined if no page has it. */
export function readPath(path: string): Address | undefined {
  const kind = KINDS.get(path);
  if (kind) return { kind };
  const [start, first, second, ...rest] = path.slice(1).split('/');
  if (!first || rest.length > 0) return undefined;
  if (`/${start}` === DOCUMENT_PATH) return second === undefined ? { kind: 'id', id: first } : undefined;
  if (`/${start}` !== CONTENT_PATH) return undefined;
  if (second === undefined) return { kind: 'root', field: first };
  const slug = decode(second);
  return slug ? { kind: 'slug', field: first, slug } : undefined;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
