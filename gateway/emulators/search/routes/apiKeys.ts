import { createHmac, timingSafeEqual } from 'node:crypto';
import { ApiError, badCredentials, indexNotAllowed, methodNotAllowed } from '../api/apiError.ts';
import { stringList } from '../api/parameterParsers.ts';
import { readParameters, type SearchParameters } from '../api/searchParameters.ts';

/** Algolia's names of permissions. */
export type Acl =
  | 'search'
  | 'browse'
  | 'addObject'
  | 'deleteObject'
  | 'deleteIndex'
  | 'settings'
  | 'editSettings'
  | 'listIndexes'
  | 'seeUnretrievableAttributes';

const SEARCH_ACL: readonly Acl[] = ['search'];
const WRITE_ACL: readonly Acl[] = [
  'search',
  'browse',
  'addObject',
  'deleteObject',
  'deleteIndex',
  'settings',
  'editSettings',
  'listIndexes',
  'seeUnretrievableAttributes',
];

/** Permissions of a request. */
export interface KeyPermissions {
  key: string;
  acl: readonly Acl[];
  /** Patterns of the allowed indices, with `*` at either end; empty allows all. */
  indices: readonly string[];
  /** Filters that apply in addition to the request's own. */
  filters: string;
  /** Parameters that override the request's own. */
  parameters: SearchParameters;
}

const DIGEST_CHARACTERS = 64;
/** Restrictions that are not search parameters. */
const RESTRICTIONS = ['validUntil', 'restrictIndices', 'restrictSources', 'referers', 'filters'];

/** The API keys of the application: a search key, a write key and the secured keys derived from them. */
export class ApiKeys {
  readonly #appId: string;
  readonly #keys: ReadonlyMap<string, readonly Acl[]>;

  constructor({ appId, searchKey, writeKey }: { appId: string; searchKey: string; writeKey: string }) {
    this.#appId = appId;
    this.#keys = new Map([
      [searchKey, SEARCH_ACL],
      [writeKey, WRITE_ACL],
    ]);
  }

  /**
   * Returns the permissions of a key.
   * @throws ApiError 403 for a wrong application or key, or an expired key
   */
  permissions(appId: string | undefined, key: string | undefined): KeyPermissions {
    if (appId?.toLowerCase() !== this.#appId.toLowerCase() || !key) throw badCredentials();
    const acl = this.#keys.get(key);
    if (acl) return { key, acl, indices: [], filters: '', parameters: {} };
    return this.#secured(key) ?? fail(badCredentials());
  }

  /** Returns the response of `GET /1/keys/{key}`; undefined for an unknown key. */
  describe(key: string): Record<string, unknown> | undefined {
    const acl = this.#keys.get(key);
    return acl && { value: key, createdAt: 0, acl, validity: 0, description: '<redacted>' };
  }

  /** Verifies a secured key: `base64(hex(HMAC-SHA256(parent key, restrictions)) + restrictions)`. */
  #secured(key: string): KeyPermissions | undefined {
    const decoded = Buffer.from(key, 'base64').toString();
    const digest = Buffer.from(decoded.slice(0, DIGEST_CHARACTERS));
    const restrictions = decoded.slice(DIGEST_CHARACTERS);
    if (digest.length !== DIGEST_CHARACTERS) return undefined;
    for (const [parent, acl] of this.#keys) {
      const expected = Buffer.from(createHmac('sha256', parent).update(restrictions).digest('hex'));
      if (timingSafeEqual(expected, digest)) return { ...readRestrictions(restrictions), key, acl };
    }
    return undefined;
  }
}

function fail(error: Error): never {
  throw error;
}

function readRestrictions(restrictions: string): Omit<KeyPermissions, 'key' | 'acl'> {
  const given = new URLSearchParams(restrictions);
  const validUntil = given.get('validUntil');
  if (validUntil !== null && !(Number(validUntil) > Date.now() / 1000))
    throw new ApiError(403, '"validUntil" parameter expired (less than current date)');
  const indices = listOf(given.get('restrictIndices') ?? '');
  const filters = given.get('filters') ?? '';
  for (const name of RESTRICTIONS) given.delete(name);
  return { indices, filters, parameters: readParameters({ params: given.toString() }) };
}

function listOf(value: string): string[] {
  return stringList(value, 'restrictIndices')
    .map((name) => name.trim())
    .filter(Boolean);
}

/** @throws ApiError 403 when the key lacks the permission */
export function requireAcl(permissions: KeyPermissions, acl: Acl): void {
  if (!permissions.acl.includes(acl)) throw methodNotAllowed();
}

/** @throws ApiError 403 when the key is restricted to other indices */
export function requireIndex(permissions: KeyPermissions, indexName: string): void {
  if (
    permissions.indices.length === 0 ||
    permissions.indices.some((pattern) => matchesPattern(indexName, pattern))
  )
    return;
  throw indexNotAllowed();
}

function matchesPattern(name: string, pattern: string): boolean {
  const middle = pattern.replace(/^\*|\*$/g, '');
  if (pattern.length > 1 && pattern.startsWith('*') && pattern.endsWith('*')) return name.includes(middle);
  if (pattern.startsWith('*')) return name.endsWith(middle);
  if (pattern.endsWith('*')) return name.startsWith(middle);
  return name === pattern;
}
