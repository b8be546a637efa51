import { unwrapResolverError } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';

export const PROVIDERS = ['content', 'media', 'search'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** The codes that clients may rely on in `extensions.code`. */
export type ErrorCode =
  /** An argument is of the right type but not acceptable; the message says what is. */
  | 'BAD_USER_INPUT'
  /** A body that is too large, compressed, or of another type or encoding than JSON in UTF-8. */
  | 'UNSUPPORTED_BODY'
  /** A cursor that this list did not give out, or gave out under another order. */
  | 'BAD_CURSOR'
  /** A page of a size that is not served. */
  | 'PAGE_SIZE'
  /** Fields within fields beyond what is served. */
  | 'TOO_DEEP'
  | 'TOO_MANY_ALIASES'
  | 'TOO_MANY_DIRECTIVES'
  /** The same field many times in one place. */
  | 'TOO_MANY_DUPLICATES'
  /** A document that is too long once its fragments are written out. */
  | 'TOO_MANY_SELECTIONS'
  /** An operation that may answer more than one operation is served. */
  | 'TOO_COSTLY'
  /** The caller's budget has not as many points for now; `extensions.retryAfter` tells the seconds. */
  | 'RATE_LIMITED'
  /** A provider could not be reached, or answered with a fault of its own. */
  | 'UPSTREAM_UNAVAILABLE'
  /** A provider did not answer in time. */
  | 'UPSTREAM_TIMEOUT'
  /** A provider refuses more requests for now; `extensions.retryAfter` tells the seconds when known. */
  | 'UPSTREAM_THROTTLED'
  /** A provider refused the gateway's credentials, or answered in a shape it should not. */
  | 'UPSTREAM_REFUSED'
  /** A provider did not take what one field asks of it, whoever asks. */
  | 'UPSTREAM_QUERY_REFUSED'
  /** A provider answered more than is read at once. */
  | 'UPSTREAM_TOO_LARGE'
  /** A film is signed and the deployment has no signing key. */
  | 'SIGNING_UNAVAILABLE'
  /** A document lacks what its type promises. */
  | 'INCOMPLETE_DOCUMENT'
  /** Nothing has the id that was given. */
  | 'NOT_FOUND'
  /** The request carries a key or a token that opens nothing, or none where one is needed. */
  | 'UNAUTHENTICATED'
  /** Whoever asks is known, or need not be, and lacks a scope. */
  | 'FORBIDDEN'
  /** A key came in an address, where logs and histories keep it. */
  | 'KEY_IN_URL'
  /** It cannot be told at the moment whether a key or a token is good. */
  | 'ACCESS_UNAVAILABLE'
  /** Whoever asks has no key, and may send documents alone that the deployment vouches for. */
  | 'DOCUMENT_NOT_TRUSTED'
  /** The hash of a persisted document is not that of its text. */
  | 'PERSISTED_QUERY_MISMATCH'
  /** The gateway has more to do than it can. */
  | 'OVERLOADED'
  /** A subscription that did not come over a WebSocket. */
  | 'NEEDS_WEBSOCKET';

/** An error for the client's own input: what was expected, what came, what to do. */
export const inputError = (message: string, code: ErrorCode = 'BAD_USER_INPUT'): GraphQLError =>
  new GraphQLError(message, { extensions: { code } });

/** Seconds after which a client retries a request that load shedding rejected. */
export const OVERLOAD_RETRY_AFTER_SECONDS = 2;
export const OVERLOADED_MESSAGE = `the gateway is overloaded; retry in ${OVERLOAD_RETRY_AFTER_SECONDS} seconds`;

/** The error of an operation that load shedding rejects. */
export const overloaded = (): GraphQLError =>
  new GraphQLError(OVERLOADED_MESSAGE, {
    extensions: { code: 'OVERLOADED' satisfies ErrorCode, retryAfter: OVERLOAD_RETRY_AFTER_SECONDS },
  });

/** An error for a document that is not as its type promises: whose, what was expected, and never the value itself. */
export const incomplete = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'INCOMPLETE_DOCUMENT' satisfies ErrorCode } });

const PUBLIC_MESSAGE: Partial<Record<ErrorCode, string>> = {
  UPSTREAM_UNAVAILABLE: 'service is not available at the moment; try again shortly',
  UPSTREAM_TIMEOUT: 'service did not answer in time; try again shortly',
  UPSTREAM_THROTTLED: 'service is receiving too many requests; try again later',
  UPSTREAM_REFUSED: 'service refused the request; the operators have been told',
  UPSTREAM_TOO_LARGE: 'service answered more than is read at once; ask for less',
  UPSTREAM_QUERY_REFUSED: 'service does not take what this field asks; ask for less, or in a simpler way',
};

/** A provider's failure as the client sees it: which service and what to do, with the cause kept for the log alone. */
export class UpstreamError extends GraphQLError {
  readonly provider: Provider;
  /** Whether it was not the provider that ended the call: whoever asked has gone, or has no more time. */
  readonly isAbandoned: boolean;
  constructor(provider: Provider, code: ErrorCode, cause: unknown, retryAfter?: number, isAbandoned = false) {
    super(`the ${provider} ${PUBLIC_MESSAGE[code] ?? 'service failed'}`, {
      extensions: { code, service: provider, ...(retryAfter !== undefined && { retryAfter }) },
      originalError: cause instanceof Error ? cause : new Error(String(cause)),
    });
    this.provider = provider;
    this.isAbandoned = isAbandoned;
  }
}

/** What went wrong inside, for the log: the cause behind what a client is told. */
export function causeOf(error: unknown): unknown {
  const inner = unwrapResolverError(error);
  return inner instanceof GraphQLError ? (inner.originalError ?? inner) : inner;
}

/** Characters of a cause in a log line; some providers quote the whole request in their complaints. */
const LONGEST_CAUSE = 500;
/** Errors behind errors that are looked at. */
const MOST_CAUSES = 5;

/** The cause behind what a client is told, with what is behind that, at the length of a log line. */
export const briefCauseOf = (error: unknown): string =>
  causesOf(causeOf(error)).map(tellCause).join(' ← ').slice(0, LONGEST_CAUSE);

/** An error and what caused it, from the outside in. */
export function causesOf(error: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  for (let cause = error; cause !== undefined && causes.length < MOST_CAUSES; cause = (cause as Error)?.cause)
    causes.push(cause);
  return causes;
}

/** Errors of several attempts at connecting have no message, and a code. */
const tellCause = (cause: unknown): string => {
  const { message, code } = (cause ?? {}) as { message?: unknown; code?: unknown };
  return message === '' && code !== undefined ? String(code) : String(cause);
};

/** Whether graphql-js found fault with a request before any field of it, and gave that no code: too many wrong variables. */
export const isOfRequest = (error: unknown): boolean =>
  error instanceof GraphQLError &&
  error.extensions.code === undefined &&
  error.path === undefined &&
  error.originalError === undefined;

/**
 * An error as clients get it. What was thrown on purpose carries a code and stands; anything else is a fault of the
 * gateway, of which clients learn no more than that and where.
 */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const inner = unwrapResolverError(error);
  const isMeant = inner instanceof GraphQLError && inner.extensions.code !== undefined;
  const isClients = formatted.extensions?.code !== 'INTERNAL_SERVER_ERROR';
  // Apollo's own are where it was thrown and the kind of a rule; status and headers are those of the whole answer.
  const { stacktrace: _, validationErrorCode: __, http: ___, ...extensions } = formatted.extensions ?? {};
  if (isOfRequest(inner))
    return { message: toldOf(formatted.message), extensions: { ...extensions, code: 'BAD_USER_INPUT' } };
  // Apollo gives every broken rule the same code; the rule's own says which.
  const ruleCode = inner instanceof GraphQLError ? codeOf(inner.originalError) : undefined;
  if (isMeant || isClients)
    return {
      ...formatted,
      message: toldOf(formatted.message),
      extensions: ruleCode === undefined ? extensions : { ...extensions, code: ruleCode },
    };
  return {
    message: 'the gateway failed at this field; the operators have been told',
    ...(formatted.path && { path: formatted.path }),
    ...(formatted.locations && { locations: formatted.locations }),
    extensions: { code: 'INTERNAL_SERVER_ERROR' },
  };
}

const codeOf = (error: unknown): unknown =>
  error instanceof GraphQLError ? error.extensions.code : undefined;

/** Characters of a message: some of graphql-js's repeat what came, however long it was. */
const LONGEST_MESSAGE = 400;
/** Where graphql-js begins to guess what may have been meant: a field, a type, a value of an enum. */
const GUESS = ' Did you mean ';

/** A message as clients get it. */
const toldOf = (message: string): string => shortened(withoutGuess(message));

/** The message without what may have been meant: who does not know a name is not told it. */
export function withoutGuess(message: string): string {
  const at = message.lastIndexOf(GUESS);
  return at < 0 || !message.endsWith('?') ? message : message.slice(0, at);
}

const shortened = (message: string): string =>
  message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message;
