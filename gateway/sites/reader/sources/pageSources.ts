import { randomBytes } from 'node:crypto';
import {
  getPublishedId,
  jsonPathToStudioPath,
  parseJsonPath,
  resolveMapping,
  studioPath,
} from '@sanity/client/csm';
import { stegaClean, stegaEncodeSourceMap } from '@sanity/client/stega';
import { decodeHTML } from 'entities';
import type { PagePreview, SendToGraph } from '../../../../schema/pages.ts';
import type { ResponseSourceMap } from '../../../providers/content/sourceMaps/contentSourceMap.ts';
import { escapeHtml } from '../../docs/markdown/escapeHtml.ts';
import { MARKER, mark, numberOf, unmarked } from './textMarkers.ts';

type Mapping = ResponseSourceMap['mappings'][string];

interface MappedResponse {
  readonly data?: unknown;
  readonly extensions?: { readonly contentSourceMaps?: ResponseSourceMap };
}

/** The sources of what a page shows, in the session of an editor. */
export interface PageSources {
  /** Sends the requests of the page: the texts and addresses in the responses name their sources. */
  readonly send: SendToGraph;
  /**
   * Returns the markup of the page as overlays read it: texts have their sources as invisible characters (stega), pictures, videos,
   * files, times, code and links the attribute `data-sanity`. Titles, structured data and other attributes have neither.
   */
  addTo(markup: string): string;
  /** Returns a text for programs, such as a feed, without sources. */
  removeFrom(text: string): string;
}

/** The Studio at the root of this site, if the session does not say where it is. */
const OWN_STUDIO = '/';

/** Returns the address of the Studio to which the texts of a page lead; undefined if they lead nowhere. */
export const studioUrlOf = (preview: PagePreview | undefined): string | undefined =>
  preview?.kind === 'session' && !preview.isShared && preview.perspective !== 'published'
    ? (preview.studioOrigins[0] ?? OWN_STUDIO)
    : undefined;

/** An address that leads an editor somewhere else than to a page of this site. */
const OUTER_ADDRESS = /^https?:\/\/\S+$/;
/** Addresses and paths, which are no words even if a field of their kind is one for texts. */
const NO_WORDS = /^(?:[/#?.]\S*|\w+:\S+|\S+@\S+)$/;
/** The parts of markup with a role of their own: machine texts, players with their first source, code, other tags, markers. */
const PARTS = new RegExp(
  [
    String.raw`<(script|style|title)\b[^>]*>[^]*?</\1>`,
    String.raw`<(?:video|audio)\b[^>]*>\s*(?:<source\b[^>]*>)?`,
    '<code>[^<]*',
    '<[^>]*>',
    MARKER.source,
  ].join('|'),
  'g',
);
const SHOWING = /^<(?:img|video|audio|time|code|a)\b/;
const ADDRESSES = /\b(?:src|poster|data-hls|href|datetime)="([^"]*)"/g;

/**
 * Creates the sources of a page, which are collected while it is rendered.
 * @param studioUrl the Studio that links lead to outside of its Presentation tool
 */
export function createPageSources(send: SendToGraph, studioUrl: string): PageSources {
  /** Invisible characters of each source of a text. */
  const texts: string[] = [];
  /** `data-sanity` of each picture, video and file as a whole. */
  const elements: string[] = [];
  /** `data-sanity` of other values; undefined for a value of several sources. */
  const values = new Map<string, string | undefined>();
  // No content has it.
  const addressMarker = `#source-${randomBytes(6).toString('hex')}-`;
  const inAddress = new RegExp(`${addressMarker}(\\d+)`, 'g');

  const markText = (text: string): string => {
    const plain = stegaClean(text) as string;
    if (plain === text) return unmarked(text);
    // The characters are the end of the text.
    return mark(unmarked(plain), texts.push(text.slice(plain.length)) - 1);
  };
  const removeFrom = (text: string) => unmarked(text).replace(inAddress, '');

  const read = ({ data, extensions }: MappedResponse): unknown => {
    const map = extensions?.contentSourceMaps;
    if (!map) return data;
    const marked = mapTexts(encodeTexts(data, map, studioUrl), markText);
    for (const [path, mapping] of Object.entries(map.mappings)) {
      const value = valueAt(data, path);
      if (typeof value !== 'string' || (mapping.isText && !OUTER_ADDRESS.test(value))) continue;
      const attribute = dataAttribute(map, mapping, studioUrl);
      if (attribute) values.set(value, values.has(value) ? undefined : attribute);
    }
    for (const [path, mapping] of Object.entries(map.objects ?? {})) {
      const attribute = dataAttribute(map, mapping, studioUrl);
      const object = valueAt(marked, path);
      if (!attribute || typeof object !== 'object' || object === null) continue;
      const number = elements.push(attribute) - 1;
      markAddresses(object as Record<string, unknown>, `${addressMarker}${number}`);
    }
    return marked;
  };

  const attributeOf = (tag: string): string | undefined => {
    const [, number] = new RegExp(inAddress.source).exec(tag) ?? [];
    if (number !== undefined) return elements[Number(number)];
    const shown = tag.startsWith('<code>')
      ? [tag.slice('<code>'.length)]
      : [...tag.matchAll(ADDRESSES)].map(([, address = '']) => address);
    const isLink = tag.startsWith('<a');
    return shown
      .map((text) => decodeHTML(text))
      .filter((text) => !isLink || OUTER_ADDRESS.test(text))
      .flatMap((text) => values.get(text) ?? [])[0];
  };

  const addTo = (markup: string): string =>
    markup.replace(PARTS, (part) => {
      if (!part.startsWith('<')) return texts[numberOf(part)] ?? '';
      const plain = removeFrom(part);
      const attribute = SHOWING.test(part) ? attributeOf(part) : undefined;
      return attribute === undefined
        ? plain
        : plain.replace(/^<\w+/, (start) => `${start} data-sanity="${escapeHtml(attribute)}"`);
    });

  return {
    removeFrom,
    addTo,
    async send(request) {
      const response = await send({
        ...request,
        headers: { ...request.headers, 'x-content-source-map': '1' },
      });
      if (!response.contentType.includes('json')) return response;
      const body = JSON.parse(response.text) as MappedResponse;
      return { ...response, text: JSON.stringify({ ...body, data: read(body) }) };
    },
  };
}

/** Returns data with the sources of its texts as invisible characters at their ends. */
function encodeTexts(data: unknown, map: ResponseSourceMap, studioUrl: string): unknown {
  const plainTexts = Object.entries(map.objects ?? {}).filter(
    ([path]) => typeof valueAt(data, path) === 'string',
  );
  const mappings: ResponseSourceMap['mappings'] = { ...map.mappings };
  for (const [path, mapping] of plainTexts) mappings[path] = { ...mapping, isText: true };
  const encoded = { ...map, mappings };
  return stegaEncodeSourceMap(data, encoded, {
    enabled: true,
    studioUrl,
    filter: ({ resultPath, value, filterDefault, ...rest }) => {
      const mapping = resolveMapping(resultPath, encoded)?.mapping as Mapping | undefined;
      return (
        mapping?.isText === true &&
        !NO_WORDS.test(value.trim()) &&
        filterDefault({ ...rest, resultPath, value, filterDefault })
      );
    },
  });
}

/** Returns the attribute `data-sanity` of an element; undefined for a value of no document that the Studio has a form for. */
function dataAttribute(map: ResponseSourceMap, { source }: Mapping, baseUrl: string): string | undefined {
  if (source.type !== 'documentValue') return undefined;
  const document = map.documents[source.document];
  const path = map.paths[source.path];
  // The Studio has no form for assets, and none for what Sanity itself writes.
  if (!document || path === undefined || /\['_\w+'\]$/.test(path) || document._type.startsWith('sanity.'))
    return undefined;
  const studio = studioPath.toString(jsonPathToStudioPath(parseJsonPath(path)) as studioPath.Path);
  return JSON.stringify({ baseUrl, id: getPublishedId(document._id), type: document._type, path: studio });
}

const valueAt = (data: unknown, path: string): unknown =>
  parseJsonPath(path).reduce<unknown>(
    (value, segment) =>
      (value as Record<string | number, unknown> | null | undefined)?.[
        typeof segment === 'object' ? segment._index : segment
      ],
    data,
  );

/** Changes the addresses in an object. */
function markAddresses(object: Record<string, unknown>, marker: string): void {
  for (const [name, value] of Object.entries(object)) {
    if (typeof value === 'string' && OUTER_ADDRESS.test(value) && !value.includes('#'))
      object[name] = `${value}${marker}`;
    else if (typeof value === 'object' && value !== null)
      markAddresses(value as Record<string, unknown>, marker);
  }
}

/** Returns a copy of a value with other texts. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapTexts(each, change)]));
}
