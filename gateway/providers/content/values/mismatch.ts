import type { GraphQLError, GraphQLResolveInfo } from 'graphql';
import { type ContentIssue, contentError } from '../../../core/contentIssue.ts';
import type { ModelField } from '../../../core/model/model.ts';
import { responseKeyOf } from '../../../core/selection.ts';
import { isObject } from '../../../core/validators.ts';
import {
  formatNumber,
  isLongText,
  isOmittedElements,
  LIST_LENGTH,
  TEXT_LENGTH,
} from '../bounds/cutValues.ts';
import { projectedOuterValue } from '../groq/outerValues.ts';
import { kindOf } from './kindOf.ts';
import { locate, locateWithin } from './origins.ts';

/** The size of a value that is too large. */
interface Size {
  readonly limit: number;
  readonly actual: number;
}

/** A value of another kind or size than the model declares. */
export class Mismatch {
  readonly expected: string;
  /** See `kindOf`. */
  readonly found: string;
  /** Set for a value that is too large. */
  readonly size: Size | undefined;
  /** The path of the value, if it is not the path of the field. */
  readonly attribute: string | undefined;

  constructor(expected: string, found: string, size?: Size, attribute?: string) {
    this.expected = expected;
    this.found = found;
    this.size = size;
    this.attribute = attribute;
  }
}

/** Returns the mismatch of what is projected in the place of a value whose path leads through no object; undefined for other values. */
export function outerMismatch(projected: unknown): Mismatch | undefined {
  const outer = isObject(projected) ? projectedOuterValue(projected) : undefined;
  return outer && new Mismatch('an object', kindOf(outer.value), undefined, outer.path);
}

/** Returns the mismatch of a text or a list above its limit; undefined for other values. @param expected the type of the text */
export function excessMismatch(value: unknown, expected: string): Mismatch | undefined {
  if (isLongText(value)) {
    const { [TEXT_LENGTH]: actual, limit } = value;
    return new Mismatch(expected, kindOf(value), { limit, actual });
  }
  if (!isOmittedElements(value)) return undefined;
  const { [LIST_LENGTH]: actual, limit } = value;
  return new Mismatch(`a list of at most ${formatNumber(limit)} elements`, kindOf(value), { limit, actual });
}

/**
 * Returns the mismatch of the first part of a value that is above its limit. Documents in the value are not searched: they have
 * errors of their own.
 */
export function innerExcess(value: unknown, expected: string): Mismatch | undefined {
  if (typeof value !== 'object' || value === null || '@id' in value) return undefined;
  const own = excessMismatch(value, expected);
  if (own) return own;
  for (const inner of Object.values(value)) {
    const found = innerExcess(inner, expected);
    if (found) return found;
  }
  return undefined;
}

/** The field whose value is resolved. */
interface ResolvedField<Field = ModelField> {
  readonly row: object;
  readonly field: Field;
  readonly info: GraphQLResolveInfo;
  /** The index in a list. */
  readonly index?: number | undefined;
}

/** The part of the context that receives issues for the log. */
export interface IssueReceiver {
  readonly content: { report(issue: ContentIssue): void };
}

/** Reports a value of another kind than the model declares. @returns its error */
export function mismatchError(
  { expected, found, size, attribute: path }: Mismatch,
  resolved: ResolvedField<Pick<ModelField, 'name' | 'source'>>,
  { content }: IssueReceiver,
  omitted?: number,
): GraphQLError {
  const { document, attribute } =
    path === undefined
      ? locate(resolved.row, resolved.field, responseKeyOf(resolved.info), resolved.index)
      : locateWithin(resolved.row, `.${path}`);
  const issue: ContentIssue = {
    document,
    attribute,
    expected,
    found,
    ...size,
    ...(omitted !== undefined && { omitted }),
  };
  content.report(issue);
  const more = omitted !== undefined && omitted > 1 ? ` and ${omitted - 1} more` : '';
  return contentError(
    'CONTENT_MISMATCH',
    `expected ${expected} as ${attribute} of ${nameOf(document, resolved.info)}, got ${found}${more}; correct the document in the Studio, or the model`,
    issue,
  );
}

/** Reports the missing value of a required field. @returns its error */
export function missingError({ row, field, info }: ResolvedField, { content }: IssueReceiver): GraphQLError {
  const issue = { ...locate(row, field, responseKeyOf(info)), expected: field.typeName, found: kindOf(null) };
  content.report(issue);
  return contentError(
    'INCOMPLETE_DOCUMENT',
    `expected every ${info.parentType.name} to have a ${info.fieldName}, but ${nameOf(issue.document, info)} has none; complete the document in the Studio`,
    issue,
  );
}

const nameOf = (document: string | undefined, { parentType }: GraphQLResolveInfo): string =>
  document === undefined ? parentType.name : `${parentType.name} in the document ${document}`;
