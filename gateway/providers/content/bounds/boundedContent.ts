import { isObject } from '../../../core/validators.ts';
import { unwrapTranslations } from '../groq/projectedTranslations.ts';
import { boundRichText } from './boundedRichText.ts';
import {
  boundText,
  cutList,
  formatCount,
  isOmittedElements,
  LIST_LENGTH,
  type ReportExcess,
  wholeText,
} from './cutValues.ts';
import { invalidAttribute, LINK_REFERENCES, TEXT_ISSUES } from './richTextForms.ts';
import type { RichTextIssue, RichTextReports } from './richTextReports.ts';
import { MAX_RICH_TEXT_CHARACTERS } from './richTextSize.ts';

/** Levels of objects and lists in a result. */
const MAX_DEPTH = 100;
/** Documents and inline objects in a list. */
export const MAX_LIST_OBJECTS = 1_000;
/** Scalars in a list. */
export const MAX_LIST_VALUES = 10_000;

/** Errors of a rich text in a response. */
const MAX_TEXT_ISSUES = 10;

/** The first part of a document above a limit. */
export interface ContentExcess {
  /** The `_id` of the document; undefined outside of documents. */
  readonly document: string | undefined;
  /** The path in the result of the query, e.g. `q0.body.json`. */
  readonly path: string;
  /** The omitted part. */
  readonly reason: string;
}

interface Position {
  readonly path: (string | number)[];
  /** The `_id` of the innermost document. */
  document: string | undefined;
  readonly report: ReportExcess;
  readonly maxTextCharacters: number;
}

/**
 * Replaces the translations in the result of a query by their values, and bounds the result, in place, before it is validated and
 * cached: lengths of texts and lists, nesting, and rich texts (see `boundRichText`).
 * @param maxTextCharacters limit of a text outside of rich text
 * @returns the first excess of each document
 */
export function boundContent(result: object, maxTextCharacters: number): readonly ContentExcess[] {
  const excesses = new Map<string | undefined, ContentExcess>();
  const position: Position = {
    path: [],
    document: undefined,
    maxTextCharacters,
    report(reason) {
      const { document, path } = position;
      if (!excesses.has(document)) excesses.set(document, { document, path: path.join('.'), reason });
    },
  };
  boundObject(result as Record<string, unknown>, position);
  return [...excesses.values()];
}

function boundValue(value: unknown, position: Position): unknown {
  if (typeof value === 'string') return wholeText(value, position.maxTextCharacters, position.report);
  if (typeof value !== 'object' || value === null) return value;
  if (position.path.length > MAX_DEPTH) {
    position.report(`values nested deeper than ${MAX_DEPTH} levels omitted`);
    return null;
  }
  if (Array.isArray(value)) return boundList(value, position);
  if (isPlainTextBlocks(value)) return boundPlainText(value, position, []);
  return boundObject(value as Record<string, unknown>, position);
}

function boundList(list: unknown[], position: Position): unknown[] {
  const max = list.some(isProjected) ? MAX_LIST_OBJECTS : MAX_LIST_VALUES;
  // Outside of documents, the query itself limits its lists.
  if (position.document !== undefined) cutList(list, max, position.report);
  for (let i = 0; i < list.length; i++) {
    position.path.push(i);
    list[i] = boundValue(list[i], position);
    position.path.pop();
  }
  return list;
}

function boundObject(object: Record<string, unknown>, position: Position): Record<string, unknown> {
  unwrapTranslations(object);
  const { document } = position;
  const id = object['@id'] ?? object.objectID;
  if (typeof id === 'string') position.document = id;
  const isRichText = object['@defined'] === true;
  for (const key of Object.keys(object)) {
    position.path.push(key);
    if (key in object)
      object[key] = isRichText ? boundRichTextPart(object, key, position) : boundValue(object[key], position);
    position.path.pop();
  }
  position.document = document;
  return object;
}

/**
 * Bounds a part of a projected rich text (see `richTextProjection`): its JSON or blocks, its plain text or its links. Its issues
 * are in the rich text, so that every response has their errors.
 */
function boundRichTextPart(richText: Record<string, unknown>, key: string, position: Position): unknown {
  const part = richText[key];
  const issues: RichTextIssue[] = [];
  const bounded = boundPart(part, richText[invalidAttribute(key)], position, issues);
  delete richText[invalidAttribute(key)];
  // A text that has been bounded keeps its first issues.
  if (issues.length > 0) richText[TEXT_ISSUES] = { [key]: issues, ...(richText[TEXT_ISSUES] as object) };
  return bounded;
}

function boundPart(part: unknown, invalid: unknown, position: Position, issues: RichTextIssue[]): unknown {
  if (typeof part === 'string') {
    const limit = formatCount(MAX_RICH_TEXT_CHARACTERS, 'character');
    if (part.length > MAX_RICH_TEXT_CHARACTERS)
      issues.push({
        path: '',
        expected: `a text of at most ${limit}`,
        found: formatCount(part.length, 'character'),
      });
    return boundText(part, MAX_RICH_TEXT_CHARACTERS, position.report);
  }
  if (isObject(part) && isPlainTextBlocks(part)) return boundPlainText(part, position, issues);
  if (Array.isArray(part))
    return boundRichText(part, reportsTo(position, issues), (value) => boundValue(value, position), invalid);
  const bounded = boundValue(part, position);
  if (isObject(bounded)) reportCutLists(bounded, issues);
  return bounded;
}

/**
 * Reports the lists of links that are cut: linked documents have no errors in the list itself. A list under several response keys
 * is one issue. The references only give the order of the documents, so they are no list of the response.
 */
function reportCutLists(links: object, issues: RichTextIssue[]): void {
  const found = new Map<string, RichTextIssue>();
  for (const [key, list] of Object.entries(links)) {
    const last: unknown = Array.isArray(list) ? list.at(-1) : undefined;
    if (!isOmittedElements(last)) continue;
    list.pop();
    if (key === LINK_REFERENCES) continue;
    const length = formatCount(last[LIST_LENGTH], 'link');
    found.set(length, {
      path: '',
      expected: `a text with at most ${formatCount(last.limit, 'link')}`,
      found: length,
    });
  }
  issues.push(...found.values());
}

/** Bounds the blocks of a plain text. They have the attributes of inline nodes as they are stored, and no referenced documents. */
function boundPlainText(
  value: { '@blocks': unknown[] },
  position: Position,
  issues: RichTextIssue[],
): unknown {
  value['@blocks'] = boundRichText(value['@blocks'], reportsTo(position, issues, false), undefined);
  return value;
}

const reportsTo = ({ report }: Position, issues: RichTextIssue[], hasTypes = true): RichTextReports => ({
  hasTypes,
  excess: report,
  issue(issue) {
    if (issues.length < MAX_TEXT_ISSUES) issues.push(issue);
  },
});

/** True for a projected document or inline object. */
const isProjected = (value: unknown): boolean => isObject(value) && '@type' in value;

const isPlainTextBlocks = (value: object): value is { '@blocks': unknown[] } =>
  '@blocks' in value && Array.isArray(value['@blocks']);
