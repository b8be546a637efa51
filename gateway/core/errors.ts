import { GraphQLError, type GraphQLFormattedError, Kind } from 'graphql';
import { withErrorUrl } from './errorUrl.ts';
import { cutText } from './text/textBoundaries.ts';

export const PROVIDERS = ['content', 'media', 'search'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** The stable codes in `extensions.code`. */
export type ErrorCode =
  /** The document has several operations and none is selected, or none of this name. */
  | 'OPERATION_RESOLUTION_FAILURE'
  /** An argument has the right type and an unacceptable value. */
  | 'BAD_USER_INPUT'
  /** The body is too large, compressed, or not JSON in UTF-8. */
  | 'UNSUPPORTED_BODY'
  /** The cursor is not of this list, or of another order. */
  | 'BAD_CURSOR'
  /** The page size is outside the limits. */
  | 'PAGE_SIZE'
  /** The selection is nested too deep. */
  | 'TOO_DEEP'
  | 'TOO_MANY_ALIASES'
  | 'TOO_MANY_DIRECTIVES'
  /** The same field is repeated too often in one selection set. */
  | 'TOO_MANY_DUPLICATES'
  /** The document is too large with its fragments expanded. */
  | 'TOO_MANY_SELECTIONS'
  /** The estimated cost exceeds the limit of one operation. */
  | 'TOO_COSTLY'
  /** The response exceeds the maximum size. */
  | 'RESPONSE_TOO_LARGE'
  /** The caller's rate limit is used up; retry after `extensions.retryAfter` seconds. */
  | 'RATE_LIMITED'
  /** The connection or the caller has too many requests in progress, or the address too many unread bytes. */
  | 'TOO_MANY_REQUESTS'
  /** A limit of calls to a provider is reached; retry after `extensions.retryAfter` seconds. */
  | 'CALL_LIMIT_REACHED'
  /** A provider is unreachable or failed. */
  | 'UPSTREAM_UNAVAILABLE'
  /** A provider did not respond in time. */
  | 'UPSTREAM_TIMEOUT'
  /** A provider rejects further requests for now; retry after `extensions.retryAfter` seconds, if known. */
  | 'UPSTREAM_THROTTLED'
  /** A provider rejected the gateway's credentials, or its response is malformed. */
  | 'UPSTREAM_REJECTED'
  /** A provider rejected the query of one field. */
  | 'UPSTREAM_QUERY_REJECTED'
  /** A provider's response exceeds the size limit. */
  | 'UPSTREAM_TOO_LARGE'
  /** The video has a signed playback policy and the deployment has no signing key. */
  | 'SIGNING_UNAVAILABLE'
  /** A document lacks a required attribute. */
  | 'INCOMPLETE_DOCUMENT'
  /** A value of a document is of another kind than the model declares. */
  | 'CONTENT_MISMATCH'
  /** Two documents have the values of a lookup. */
  | 'AMBIGUOUS_LOOKUP'
  /** No object has the given id. */
  | 'NOT_FOUND'
  /** The API key or token is invalid, or missing where one is required. */
  | 'UNAUTHENTICATED'
  /** The caller lacks a scope. */
  | 'FORBIDDEN'
  /** The limit of active API keys is reached. */
  | 'TOO_MANY_KEYS'
  /** The limit of active preview links is reached. */
  | 'TOO_MANY_LINKS'
  /** The URL contains an API key; logs and histories would store it. */
  | 'KEY_IN_URL'
  /** API keys or tokens cannot be verified at the moment. */
  | 'ACCESS_UNAVAILABLE'
  /** Callers without an API key may only run trusted documents. */
  | 'DOCUMENT_NOT_TRUSTED'
  /** The hash of a persisted query does not match its text. */
  | 'PERSISTED_QUERY_MISMATCH'
  /** The gateway sheds load. */
  | 'OVERLOADED'
  /** Mutations need POST. */
  | 'NEEDS_POST'
  /** Source maps need a perspective other than `published`. */
  | 'NEEDS_PERSPECTIVE'
  /** Subscriptions need a WebSocket or an event stream. */
  | 'NEEDS_SUBSCRIPTION_TRANSPORT';

/**
 * Creates an error for invalid input.
 * @param message expected, actual, fix
 * @param figures further extensions, for clients that act on them
 */
export const inputError = (
  message: string,
  code: ErrorCode = 'BAD_USER_INPUT',
  figures: Readonly<Record<string, unknown>> = {},
): GraphQLError => new GraphQLError(message, { extensions: { code, ...figures } });

/** The figures of an argument out of range. */
interface RangeFigures {
  readonly argument: string;
  readonly minimum: number;
  readonly limit: number;
  readonly actual: number;
}

/** Creates an error for a number, or a length, out of range. @param unit e.g. `pixels`; empty for a plain number */
export const rangeError = (figures: RangeFigures, unit = ''): GraphQLError =>
  inputError(
    `${figures.argument}: expected ${figures.minimum} to ${figures.limit}${unit && ` ${unit}`}, got ${figures.actual}`,
    'BAD_USER_INPUT',
    { ...figures },
  );

/** Creates an error for a document that does not match its type. @param message never contains the value itself */
export const incompleteDocument = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'INCOMPLETE_DOCUMENT' satisfies ErrorCode } });

const PUBLIC_MESSAGE: Partial<Record<ErrorCode, string>> = {
  UPSTREAM_UNAVAILABLE: 'service is not available at the moment; try again shortly',
  UPSTREAM_TIMEOUT: 'service did not respond in time; try again shortly',
  UPSTREAM_THROTTLED: 'service is receiving too many requests; try again later',
  UPSTREAM_REJECTED: 'service rejected the request; the cause is in the log',
  UPSTREAM_TOO_LARGE: 'service returned too much data; select fewer fields or a smaller page',
  UPSTREAM_QUERY_REJECTED:
    'service rejected the query of this field; select fewer of its fields in one operation, simplify its filter, or select a smaller page',
};

/** A provider's failure. Clients see the service and the code; the cause goes to the log only. */
export class UpstreamError extends GraphQLError {
  readonly provider: Provider;
  /** True when the client disconnected or the operation timed out, and not the provider failed. */
  readonly isCancelled: boolean;
  constructor(provider: Provider, code: ErrorCode, cause: unknown, retryAfter?: number, isCancelled = false) {
    super(`the ${provider} ${PUBLIC_MESSAGE[code] ?? 'service failed'}`, {
      extensions: { code, service: provider, ...(retryAfter !== undefined && { retryAfter }) },
      originalError: cause instanceof Error ? cause : new Error(String(cause)),
    });
    this.provider = provider;
    this.isCancelled = isCancelled;
  }
}

/**
 * Returns a handler of rejections that replaces the failure of a provider with a value.
 * @throws other errors: they are errors of the gateway
 */
export const insteadOfUpstreamError =
  <T>(value: T) =>
  (error: unknown): T => {
    if (error instanceof UpstreamError) return value;
    throw error;
  };

/** Returns the error that a resolver threw, without its place in the response. */
const unwrapResolverError = (error: unknown): unknown =>
  error instanceof GraphQLError && error.path && error.originalError ? error.originalError : error;

/** Returns the cause of an error, for the log. */
export function causeOf(error: unknown): unknown {
  const inner = unwrapResolverError(error);
  return inner instanceof GraphQLError ? (inner.originalError ?? inner) : inner;
}

/** Some providers quote the whole request in their errors. */
const MAX_CAUSE_CHARACTERS = 500;
const MAX_CAUSES = 5;

/** Returns the chain of causes as one log line. */
export const briefCauseOf = (error: unknown): string =>
  causesOf(causeOf(error)).map(describeCause).join(' ← ').slice(0, MAX_CAUSE_CHARACTERS);

/** Returns an error and its causes, outermost first. */
export function causesOf(error: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  for (let cause = error; cause !== undefined && causes.length < MAX_CAUSES; cause = (cause as Error)?.cause)
    causes.push(cause);
  return causes;
}

/** Connection errors with several attempts have a code and no message. */
const describeCause = (cause: unknown): string => {
  const { message, code } = (cause ?? {}) as { message?: unknown; code?: unknown };
  return message === '' && code !== undefined ? String(code) : String(cause);
};

/** True for a graphql-js error about the request itself, without a code: too many invalid variables. */
export const isRequestError = (error: unknown): boolean =>
  error instanceof GraphQLError &&
  error.extensions.code === undefined &&
  error.path === undefined &&
  error.originalError === undefined;

/**
 * True for a graphql-js error about an argument or directive: its variable is null, and validation accepts that because the
 * variable has a default. Errors about results have no nodes, or nodes of fields.
 */
export function isArgumentError(error: unknown): boolean {
  const inner = unwrapResolverError(error);
  return (
    inner instanceof GraphQLError &&
    inner.extensions.code === undefined &&
    inner.originalError === undefined &&
    inner.nodes?.every(({ kind }) => kind !== Kind.FIELD) === true
  );
}

/**
 * Formats an error for clients, with the address of its description. An error thrown on purpose has a code and is kept;
 * anything else is a gateway bug, of which clients see only the path.
 */
export const formatError = (formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError =>
  withErrorUrl(withoutInternals(formatted, error));

function withoutInternals(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const inner = unwrapResolverError(error);
  const hasCode = inner instanceof GraphQLError && inner.extensions.code !== undefined;
  const isClientError = formatted.extensions?.code !== 'INTERNAL_SERVER_ERROR';
  // Apollo adds these; status and headers belong to the whole response.
  const { stacktrace: _, validationErrorCode: __, http: ___, ...extensions } = formatted.extensions ?? {};
  if (isRequestError(error) || isArgumentError(error))
    return {
      ...formatted,
      message: shortened(formatted.message),
      extensions: { ...extensions, code: 'BAD_USER_INPUT' },
    };
  // Apollo gives every validation error the same code; the rule's own code is more precise.
  const ruleCode = inner instanceof GraphQLError ? codeOf(inner.originalError) : undefined;
  if (hasCode || isClientError)
    return {
      ...formatted,
      message: shortened(formatted.message),
      extensions: ruleCode === undefined ? extensions : { ...extensions, code: ruleCode },
    };
  return {
    message: 'internal error at this field; the cause is in the log',
    ...(formatted.path && { path: formatted.path }),
    ...(formatted.locations && { locations: formatted.locations }),
    extensions: { code: 'INTERNAL_SERVER_ERROR' },
  };
}

const codeOf = (error: unknown): unknown =>
  error instanceof GraphQLError ? error.extensions.code : undefined;

/** Some graphql-js messages repeat the input, however long. */
const MAX_MESSAGE_CHARACTERS = 400;

const shortened = (message: string): string =>
  message.length > MAX_MESSAGE_CHARACTERS ? `${cutText(message, MAX_MESSAGE_CHARACTERS)}…` : message;
