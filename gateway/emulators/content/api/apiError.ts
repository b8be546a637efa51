/** An error response in one of Sanity's formats. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;

  constructor(status: number, body: Record<string, unknown>, message: string) {
    super(message);
    this.status = status;
    this.body = body;
  }
}

const STATUS_TEXTS: Record<number, string> = {
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

/** An error in the general format: `{statusCode, error, message}`. */
export function httpError(status: number, message: string, more: Record<string, unknown> = {}): ApiError {
  return new ApiError(
    status,
    { statusCode: status, error: STATUS_TEXTS[status] ?? 'Error', message, ...more },
    message,
  );
}

/** 400 in the general format. */
export function badRequest(message: string): ApiError {
  return httpError(400, message);
}

/** 401 for an unknown token. */
export function unauthorized(): ApiError {
  return httpError(401, 'Session not found', { errorCode: 'SIO-401-ANF' });
}

/**
 * 400 for a query that is not GROQ or cannot be evaluated.
 * @param start offset of the error in the query, in UTF-16 units; `end` is exclusive
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

/** The error of one mutation of a transaction, or of one action. */
interface MutationErrorDetail {
  type: string;
  description: string;
  [attribute: string]: unknown;
}

/** The error of a request whose action at `index` failed. */
export function actionError(status: number, index: number, detail: MutationErrorDetail): ApiError {
  const description = `The action(s) failed: ${detail.description}`;
  return new ApiError(
    status,
    { error: { type: 'actionError', description, items: [{ error: detail, index }] } },
    description,
  );
}

/** The error of a transaction whose mutation at `index` failed. */
export function mutationError(status: number, index: number, detail: MutationErrorDetail): ApiError {
  const description = `The mutation(s) failed: ${detail.description}`;
  return new ApiError(
    status,
    { error: { type: 'mutationError', description, items: [{ error: detail, index }] } },
    description,
  );
}
