import { GraphQLError, type GraphQLResolveInfo, responsePathAsArray } from 'graphql';
import type { Context } from './context.ts';
import type { ErrorCode } from './errors.ts';

/** A value of a document that does not fit the model. */
export interface ContentIssue {
  /** The `_id` of the document; undefined if it is unknown. */
  readonly document: string | undefined;
  /** The path in the document, e.g. `content[2].image`. */
  readonly attribute: string;
  readonly expected: string;
  /** The kind of the value; see `kindOf`. */
  readonly found: string;
  /** The limit that a value exceeds, and its size: characters of a text, elements of a list. */
  readonly limit?: number;
  readonly actual?: number;
  /** The number of such values, which a list omits. */
  readonly omitted?: number;
}

type ContentErrorCode = Extract<ErrorCode, 'INCOMPLETE_DOCUMENT' | 'CONTENT_MISMATCH'>;

/**
 * Creates the error of a value that does not fit the model.
 * @param message never contains the value, except a word that an enum lacks
 */
export const contentError = (code: ContentErrorCode, message: string, issue: ContentIssue): GraphQLError =>
  new GraphQLError(message, { extensions: { code, ...issue } });

/** Adds an error to the response, whose field keeps its other values. */
export function addContentError(
  { contentErrors }: Pick<Context, 'contentErrors'>,
  { message, extensions }: GraphQLError,
  info: GraphQLResolveInfo,
): void {
  contentErrors.push(
    new GraphQLError(message, { nodes: info.fieldNodes, path: responsePathAsArray(info.path), extensions }),
  );
}

/** Returns the errors of a response: errors of its execution, and errors of values that lists omit. */
export const withContentErrors = (
  errors: readonly GraphQLError[] | undefined,
  { contentErrors }: Pick<Context, 'contentErrors'>,
): readonly GraphQLError[] | undefined =>
  contentErrors.length === 0 ? errors : [...(errors ?? []), ...contentErrors];
