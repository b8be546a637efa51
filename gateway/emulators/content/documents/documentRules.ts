/** Maximum length of a document id (https://www.sanity.io/docs/content-lake/technical-limits). */
const MAX_ID_CHARACTERS = 128;
/** Maximum nesting of objects and arrays in a document (same page). */
const MAX_DOCUMENT_DEPTH = 20;
/** Maximum size of a document as JSON (same page). */
export const MAX_DOCUMENT_BYTES = 32_000_000;

/** Two dots in a row are rejected, as `@sanity/client` does. */
const ID = /^(?!.*\.\.)[A-Za-z0-9_][A-Za-z0-9._-]*$/;
const REFERENCE_ATTRIBUTES = new Set([
  '_ref',
  '_type',
  '_key',
  '_weak',
  '_strengthenOnPublish',
  '_dataset',
  '_projectId',
]);
/** groq-js calls `hasOwnProperty` of values, and `__proto__` would replace the prototype of an object. */
const FORBIDDEN_ATTRIBUTES = new Set(['hasOwnProperty', '__proto__']);

/** Returns the error of an invalid document id; undefined for a valid one. */
export function documentIdError(id: unknown): string | undefined {
  if (typeof id === 'string' && id.length <= MAX_ID_CHARACTERS && ID.test(id) && !id.endsWith('.'))
    return undefined;
  return `Malformed document ID: ${JSON.stringify(id)?.slice(0, MAX_ID_CHARACTERS)}`;
}

/** Returns the error of an invalid document; undefined for a valid one. */
export function documentError(document: Record<string, unknown>): string | undefined {
  const idError = documentIdError(document._id);
  if (idError !== undefined) return idError;
  if (typeof document._type !== 'string' || document._type === '')
    return `Document ${JSON.stringify(document._id)} must have a string attribute "_type"`;
  return valueError(document, 1);
}

function valueError(value: unknown, depth: number): string | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  if (depth > MAX_DOCUMENT_DEPTH)
    return `Document is nested too deeply: at most ${MAX_DOCUMENT_DEPTH} levels are allowed`;
  const isReference = !Array.isArray(value) && Object.hasOwn(value, '_ref');
  if (isReference && typeof (value as { _ref: unknown })._ref !== 'string')
    return 'Key "_ref" must be a string';
  for (const [name, inner] of Object.entries(value)) {
    if (FORBIDDEN_ATTRIBUTES.has(name)) return `Attribute name ${JSON.stringify(name)} is not allowed`;
    if (isReference && !REFERENCE_ATTRIBUTES.has(name))
      return `Key ${JSON.stringify(name)} not allowed in ref`;
    const error = valueError(inner, depth + 1);
    if (error !== undefined) return error;
  }
  return undefined;
}

/** Adds a `_key` to each object in an array that lacks one, for `autoGenerateArrayKeys`. */
export function withArrayKeys<T>(value: T, nextKey: () => string): T {
  if (Array.isArray(value))
    return value.map((item) => {
      const inner = withArrayKeys(item, nextKey);
      const needsKey =
        inner !== null && typeof inner === 'object' && !Array.isArray(inner) && !('_key' in inner);
      return needsKey ? { ...inner, _key: nextKey() } : inner;
    }) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withArrayKeys(inner, nextKey)]),
  ) as T;
}
