import { isObject } from '../../../core/validators.ts';
import { unwrapTranslations } from '../groq/projectedTranslations.ts';
import { cutList, isWholeText, wholeText } from './cutValues.ts';
import { boundPlainText, boundRichTextPart, type Position } from './richTextParts.ts';
import type { RichTextIssue } from './richTextReports.ts';

/** Levels of objects and lists in a result. */
const MAX_DEPTH = 100;

/** Documents and inline objects in a list. */
export const MAX_LIST_OBJECTS = 1_000;

/** Scalars in a list. */
export const MAX_LIST_VALUES = 10_000;

/** The first part of a document above a limit. */
export interface ContentExcess {
  /** The `_id` of the document; undefined outside of documents. */
  readonly document: string | undefined;
  /** The path in the result of the query, e.g. `q0.body.json`. */
  readonly path: string;
  /** The omitted part. */
  readonly reason: string;
}

/**
 * Replaces the translations in the result of a query by their values, and bounds the result, in place, before it is validated and
 * cached: lengths of texts and lists, nesting, and rich texts (see `boundRichText`).
 * @param maxTextCharacters limit of a text outside of rich text
 * @param keysOf `Object.keys` for a result without translations
 * @returns the first excess of each document
 */
export function boundContent(
  result: object,
  maxTextCharacters: number,
  keysOf: Position['keysOf'] = unwrapTranslations,
): readonly ContentExcess[] {
  const excesses = new Map<string | undefined, ContentExcess>();
  const position: Position = {
    path: [],
    document: undefined,
    maxTextCharacters,
    keysOf,
    bound: (value, issues) => boundValue(value, position, issues),
    report(reason) {
      const { document, path } = position;
      if (!excesses.has(document)) excesses.set(document, { document, path: path.join('.'), reason });
    },
  };
  boundObject(result as Record<string, unknown>, position);
  return [...excesses.values()];
}

function boundValue(value: unknown, position: Position, issues?: RichTextIssue[]): unknown {
  if (typeof value === 'string') return wholeText(value, position.maxTextCharacters, position.report);
  if (typeof value !== 'object' || value === null) return value;
  if (position.path.length > MAX_DEPTH) {
    position.report(`values nested deeper than ${MAX_DEPTH} levels omitted`);
    return null;
  }
  if (Array.isArray(value)) return boundList(value, position);
  if (isPlainTextBlocks(value)) return boundPlainText(value, position, issues ?? []);
  return boundObject(value as Record<string, unknown>, position);
}

/** Returns whether a value stays as it is, as most values do. Its path is not needed then. */
const isWithinBounds = (value: unknown, { maxTextCharacters }: Position): boolean =>
  typeof value === 'string'
    ? isWholeText(value, maxTextCharacters)
    : typeof value !== 'object' || value === null;

function boundList(list: unknown[], position: Position): unknown[] {
  const max = list.some(isProjected) ? MAX_LIST_OBJECTS : MAX_LIST_VALUES;
  // Outside of documents, the query itself limits its lists.
  if (position.document !== undefined) cutList(list, max, position.report);
  for (let i = 0; i < list.length; i++) {
    if (isWithinBounds(list[i], position)) continue;
    position.path.push(i);
    list[i] = boundValue(list[i], position);
    position.path.pop();
  }
  return list;
}

function boundObject(object: Record<string, unknown>, position: Position): Record<string, unknown> {
  const { document } = position;
  const keys = position.keysOf(object);
  const id = object['@id'] ?? object.objectID;
  if (typeof id === 'string') position.document = id;
  const isRichText = object['@defined'] === true;
  for (const key of keys) {
    if (!isRichText && isWithinBounds(object[key], position)) continue;
    position.path.push(key);
    if (key in object)
      object[key] = isRichText ? boundRichTextPart(object, key, position) : boundValue(object[key], position);
    position.path.pop();
  }
  position.document = document;
  return object;
}

/** True for a projected document or inline object. */
const isProjected = (value: unknown): boolean => isObject(value) && '@type' in value;

const isPlainTextBlocks = (value: object): value is { '@blocks': unknown[] } =>
  '@blocks' in value && Array.isArray(value['@blocks']);
