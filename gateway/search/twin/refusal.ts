/** An answer that is not a success: `{message, status, …details}`. */
export class Refusal extends Error {
  readonly status: number;
  readonly details: Record<string, unknown>;

  constructor(status: number, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

/** 400: the request cannot be understood. */
export const badRequest = (message: string, details?: Record<string, unknown>) =>
  new Refusal(400, message, details);

/** 404 for an index that was never written to. */
export const noSuchIndex = (name: string) => new Refusal(404, `Index ${name} does not exist`);

/** 404 for a record that is not in its index. */
export const noSuchObject = () => new Refusal(404, 'ObjectID does not exist');

/** 403 for a missing or wrong application id or key. */
export const badCredentials = () => new Refusal(403, 'Invalid Application-ID or API key');

/** 403 for a key without the right a route needs. */
export const methodNotAllowed = () => new Refusal(403, 'Method not allowed with this API key');

/** 403 for a key that is restricted to other indices. */
export const indexNotAllowed = () => new Refusal(403, 'Index not allowed with this API key');

const SIZE_LIMITS =
  'https://www.algolia.com/doc/guides/sending-and-managing-data/prepare-your-data/in-depth/index-and-records-size-and-usage-limitations/#record-size-limits';

/**
 * 400 for a record beyond the plan's size.
 * @param batch where the record stood when it came in a batch: the message then names it
 */
export function recordTooBig(
  size: number,
  limit: number,
  objectID: string,
  batch?: { position: number },
): Refusal {
  const which = batch ? `Record at the position ${batch.position} objectID=${objectID}` : 'Record';
  return badRequest(`${which} is too big size=${size}/${limit} bytes. Please have a look at ${SIZE_LIMITS}`, {
    ...(batch && { position: batch.position }),
    objectID,
  });
}
