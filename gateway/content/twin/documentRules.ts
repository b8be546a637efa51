/** Characters of a document's id (https://www.sanity.io/docs/content-lake/technical-limits). */
const LONGEST_ID = 128;
/** Levels of objects and arrays in a document (same page). */
const DEEPEST_DOCUMENT = 20;
/** Bytes of a document as JSON (same page). */
export const LARGEST_DOCUMENT = 32_000_000;

const ID = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/;
const IN_A_REFERENCE = new Set([
  '_ref',
  '_type',
  '_key',
  '_weak',
  '_strengthenOnPublish',
  '_dataset',
  '_projectId',
]);
/** The evaluator asks values for their `hasOwnProperty`; the other would change what an object is. */
const FORBIDDEN_ATTRIBUTES = new Set(['hasOwnProperty', '__proto__']);

/** Why an id cannot be one; undefined when it can. */
export function faultOfId(id: unknown): string | undefined {
  if (typeof id === 'string' && id.length <= LONGEST_ID && ID.test(id) && !id.endsWith('.')) return undefined;
  return `Malformed document ID: ${JSON.stringify(typeof id === 'string' ? id.slice(0, LONGEST_ID) : id)}`;
}

/** Why a document cannot be stored; undefined when it can. */
export function faultOfDocument(document: Record<string, unknown>): string | undefined {
  const fault = faultOfId(document._id);
  if (fault !== undefined) return fault;
  if (typeof document._type !== 'string' || document._type === '')
    return `Document ${JSON.stringify(document._id)} must have a string attribute "_type"`;
  return faultOfValue(document, 1);
}

function faultOfValue(value: unknown, depth: number): string | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  if (depth > DEEPEST_DOCUMENT)
    return `Document is nested too deeply: at most ${DEEPEST_DOCUMENT} levels are allowed`;
  const isReference = !Array.isArray(value) && Object.hasOwn(value, '_ref');
  if (isReference && typeof (value as { _ref: unknown })._ref !== 'string')
    return 'Key "_ref" must be a string';
  for (const [name, inner] of Object.entries(value)) {
    if (FORBIDDEN_ATTRIBUTES.has(name)) return `Attribute name ${JSON.stringify(name)} is not allowed`;
    if (isReference && !IN_A_REFERENCE.has(name)) return `Key ${JSON.stringify(name)} not allowed in ref`;
    const fault = faultOfValue(inner, depth + 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Gives each object in an array that has no `_key` one of its own, as `autoGenerateArrayKeys` asks. */
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
