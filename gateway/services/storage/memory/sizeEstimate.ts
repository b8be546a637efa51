/** Bytes that V8 needs for an object or array, and for a member. */
const OBJECT_BYTES = 32;
const MEMBER_BYTES = 16;

/**
 * Deep-freezes a JSON value, since readers share it, and estimates its bytes of memory.
 */
export function freezeAndEstimateSize(value: unknown): number {
  if (typeof value === 'string') return MEMBER_BYTES + bytesOfText(value);
  if (typeof value !== 'object' || value === null) return MEMBER_BYTES;
  Object.freeze(value);
  let bytes = OBJECT_BYTES;
  if (Array.isArray(value)) for (const item of value) bytes += freezeAndEstimateSize(item);
  else for (const item of Object.values(value)) bytes += freezeAndEstimateSize(item);
  return bytes;
}

/** V8 stores a text with one byte for each character, or with two if one of them is not Latin. */
const bytesOfText = (text: string): number =>
  Buffer.byteLength(text) === text.length ? text.length : 2 * text.length;
