/** An error response: `{message, status, …details}`. */
export class ApiError extends Error {
  readonly status: number;
  readonly details: Record<string, unknown>;

  constructor(status: number, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

/** 400: the request is invalid. */
export const badRequest = (message: string, details?: Record<string, unknown>) =>
  new ApiError(400, message, details);

/** 404 for an index that does not exist. */
export const noSuchIndex = (name: string) => new ApiError(404, `Index ${name} does not exist`);

/** 404 for a record that does not exist. */
export const noSuchObject = () => new ApiError(404, 'ObjectID does not exist');

/** 403 for a missing or wrong application id or key. */
export const badCredentials = () => new ApiError(403, 'Invalid Application-ID or API key');

/** 403 for a key without the ACL of the route. */
export const methodNotAllowed = () => new ApiError(403, 'Method not allowed with this API key');

/** 403 for a key restricted to other indices. */
export const indexNotAllowed = () => new ApiError(403, 'Index not allowed with this API key');

const SIZE_LIMITS =
  'https://www.algolia.com/doc/guides/sending-and-managing-data/prepare-your-data/in-depth/index-and-records-size-and-usage-limitations/#record-size-limits';

/**
 * 400 for a record that exceeds the size of the plan.
 * @param batch position in the batch; the message then names the record
 */
export function recordTooBig(
  size: number,
  limit: number,
  objectID: string,
  batch?: { position: number },
): ApiError {
  const which = batch ? `Record at the position ${batch.position} objectID=${objectID}` : 'Record';
  return badRequest(`${which} is too big size=${size}/${limit} bytes. Please have a look at ${SIZE_LIMITS}`, {
    ...(batch && { position: batch.position }),
    objectID,
  });
}
