import type { GraphQLError, GraphQLResolveInfo } from 'graphql';
import { type ContentIssue, contentError } from '../../../core/contentIssue.ts';
import type { ModelField } from '../../../core/model/model.ts';
import { kindOf } from './kindOf.ts';
import { locate } from './origins.ts';

/** A value of another kind than the model declares. */
export class Mismatch {
  readonly expected: string;
  /** See `kindOf`. */
  readonly found: string;

  constructor(expected: string, found: string) {
    this.expected = expected;
    this.found = found;
  }
}

/** The field whose value is resolved. */
interface ResolvedField {
  readonly row: object;
  readonly field: ModelField;
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
  { expected, found }: Mismatch,
  resolved: ResolvedField,
  { content }: IssueReceiver,
  omitted?: number,
): GraphQLError {
  const { document, attribute } = locate(resolved.row, resolved.field, resolved.index);
  const issue: ContentIssue = {
    document,
    attribute,
    expected,
    found,
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
  const issue = { ...locate(row, field), expected: field.typeName, found: kindOf(null) };
  content.report(issue);
  return contentError(
    'INCOMPLETE_DOCUMENT',
    `expected every ${info.parentType.name} to have a ${info.fieldName}, but ${nameOf(issue.document, info)} has none; complete the document in the Studio`,
    issue,
  );
}

const nameOf = (document: string | undefined, { parentType }: GraphQLResolveInfo): string =>
  document === undefined ? parentType.name : `${parentType.name} in the document ${document}`;
