import { isObject } from '../../../core/validators.ts';
import { boundRichText } from './boundedRichText.ts';
import { boundText, formatCount, isOmittedElements, LIST_LENGTH, type ReportExcess } from './cutValues.ts';
import { invalidAttribute, LINK_REFERENCES, TEXT_ISSUES } from './richTextForms.ts';
import type { RichTextIssue, RichTextReports } from './richTextReports.ts';
import { MAX_RICH_TEXT_CHARACTERS } from './richTextSize.ts';

/** Errors of a rich text in a response. */
const MAX_TEXT_ISSUES = 10;

/** The position of a walk through a result. */
export interface Position {
  readonly path: (string | number)[];
  /** The `_id` of the innermost document. */
  document: string | undefined;
  readonly report: ReportExcess;
  readonly maxTextCharacters: number;
  /** Returns the keys of an object, whose translations it may have replaced: see `unwrapTranslations`. */
  keysOf(object: Record<string, unknown>): readonly string[];
  /** Bounds a value at the current path. @param issues receives the issues of a plain text */
  bound(value: unknown, issues?: RichTextIssue[]): unknown;
}

/**
 * Bounds a part of a projected rich text (see `richTextProjection`): its JSON or blocks, its plain text or its links. Its issues
 * are in the rich text, so that every response has their errors.
 */
export function boundRichTextPart(
  richText: Record<string, unknown>,
  key: string,
  position: Position,
): unknown {
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
  if (Array.isArray(part)) return boundRichText(part, reportsTo(position, issues), position.bound, invalid);
  const bounded = position.bound(part, issues);
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
export function boundPlainText(
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
