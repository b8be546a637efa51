/** Bytes of a response that cost one point. */
const BYTES_PER_POINT = 1024;

/**
 * The cost of receiving a request and of sending the headers of its response, which takes 180 µs, and up to 500 µs when many
 * arrive at once. A caller with fewer points gets no cached response.
 */
export const MIN_RESPONSE_COST = 4;

/**
 * Returns the cost of a response in points.
 * @param bytes of its `data` as JSON, before compression
 */
export const byteCost = (bytes: number): number => Math.max(MIN_RESPONSE_COST, messageByteCost(bytes));

/** Returns the cost of the bytes of a message in points. It is no response to a request, so it has no minimum. */
export const messageByteCost = (bytes: number): number => Math.ceil(bytes / BYTES_PER_POINT);
