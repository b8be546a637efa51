import type { FastifyError, FastifyReply } from 'fastify';

/** An error response in Mux's format. */
export class ApiError extends Error {
  readonly status: number;
  readonly type: string;
  readonly messages: readonly string[];

  constructor(status: number, type: string, ...messages: string[]) {
    super(messages.join('; '));
    this.status = status;
    this.type = type;
    this.messages = messages;
  }
}

/** 404 for a resource that does not exist or belongs to another account. */
export function notFound(resource: string): ApiError {
  return new ApiError(
    404,
    'not_found',
    `The requested ${resource} either does not exist or you do not have access to it.`,
  );
}

/** 400 for an invalid body or query. */
export function invalidParameters(...messages: string[]): ApiError {
  return new ApiError(400, 'invalid_parameters', ...messages);
}

/** Sends any error of a route as `{"error": {"type", "messages"}}`. */
export function sendError(
  error: (FastifyError & { headers?: Record<string, string> }) | ApiError,
  reply: FastifyReply,
): FastifyReply {
  // A 416 response contains the size of the file.
  if ('headers' in error && error.headers) reply.headers(error.headers);
  const { status, type, messages } = error instanceof ApiError ? error : fromFramework(error);
  return reply.code(status).type('application/json').send({ error: { type, messages } });
}

/** Converts errors of Fastify: body and file errors. */
function fromFramework(error: FastifyError): ApiError {
  const status = error.statusCode ?? 500;
  if (status === 413) return new ApiError(413, 'request_too_large', error.message);
  if (status === 416) return new ApiError(416, 'range_not_satisfiable', error.message);
  if (status === 404) return notFound('resource');
  if (status >= 400 && status < 500) return invalidParameters(error.message);
  return new ApiError(500, 'internal_error', `The emulator failed: ${error.message}`);
}
