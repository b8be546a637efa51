import { randomBytes } from 'node:crypto';
import { stegaClean } from '@sanity/client/stega';
import { decodeHTML } from 'entities';
import type { SendToGraph } from '../../../../schema/pages.ts';
import { dataAttribute, sourceOf } from '../../../../schema/source-maps/contentSource.ts';
import { encodeTexts } from '../../../../schema/source-maps/encodeTexts.ts';
import { type MappedResponse, valueAt } from '../../../../schema/source-maps/responseSourceMap.ts';
import { SOURCE_MAP_HEADER } from '../../../graphql/operations/extensions/requestedExtensions.ts';
import { escapeHtml } from '../../docs/markdown/escapeHtml.ts';
import { MARKER, mark, numberOf, unmarked } from './textMarkers.ts';

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

/** An address that leads an editor somewhere else than to a page of this site. */
const OUTER_ADDRESS = /^https?:\/\/\S+$/;
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

  const read = (response: MappedResponse): unknown => {
    const { data, extensions } = response;
    const map = extensions?.contentSourceMaps;
    if (!map) return data;
    const marked = mapTexts(encodeTexts(response, studioUrl), markText);
    for (const [path, mapping] of Object.entries(map.mappings)) {
      const value = valueAt(data, path);
      if (typeof value !== 'string' || (mapping.isText && !OUTER_ADDRESS.test(value))) continue;
      const source = sourceOf(map, mapping, studioUrl);
      if (source) values.set(value, values.has(value) ? undefined : dataAttribute(source));
    }
    for (const [path, mapping] of Object.entries(map.objects ?? {})) {
      const source = sourceOf(map, mapping, studioUrl);
      const object = valueAt(marked, path);
      if (!source || typeof object !== 'object' || object === null) continue;
      const number = elements.push(dataAttribute(source)) - 1;
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
        headers: { ...request.headers, [SOURCE_MAP_HEADER]: '1' },
      });
      if (!response.contentType.includes('json')) return response;
      const body = JSON.parse(response.text) as MappedResponse;
      return { ...response, text: JSON.stringify({ ...body, data: read(body) }) };
    },
  };
}

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
