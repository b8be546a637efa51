/** An answer of refusal, in one of the shapes in which Sanity refuses. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;

  constructor(status: number, body: Record<string, unknown>, message: string) {
    super(message);
    this.status = status;
    this.body = body;
  }
}

const REASONS: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Payload Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  500: 'Internal Server Error',
};

/** The general shape: `{statusCode, error, message}`. */
export function httpError(status: number, message: string, more: Record<string, unknown> = {}): ApiError {
  return new ApiError(
    status,
    { statusCode: status, error: REASONS[status] ?? 'Error', message, ...more },
    message,
  );
}

/** 400 in the general shape. */
export function badRequest(message: string): ApiError {
  return httpError(400, message);
}

/** 401 for a token that is not one of the project's. */
export function unauthorized(): ApiError {
  return httpError(401, 'Session not found', { errorCode: 'SIO-401-ANF' });
}

/**
 * 400 for a query that is not GROQ, or not GROQ that can be answered.
 * @param start offset of the fault in the query, in UTF-16 units; `end` is exclusive
 */
export function queryError(
  description: string,
  query: string,
  start = 0,
  end: number = query.length,
): ApiError {
  return new ApiError(
    400,
    { error: { type: 'queryParseError', description, query, start, end } },
    description,
  );
}

/** What was wrong with one mutation of a transaction. */
interface MutationFault {
  type: string;
  description: string;
  [detail: string]: unknown;
}

/** A transaction refused because of one of its mutations; `index` is that mutation's place. */
export function mutationError(status: number, index: number, fault: MutationFault): ApiError {
  const description = `The mutation(s) failed: ${fault.description}`;
  return new ApiError(
    status,
    { error: { type: 'mutationError', description, items: [{ error: fault, index }] } },
    description,
  );
}
