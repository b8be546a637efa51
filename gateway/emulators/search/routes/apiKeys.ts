import { createHmac, timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { ApiError, badCredentials, indexNotAllowed, methodNotAllowed } from '../api/apiError.ts';
import { invalidParameter, stringList } from '../api/parameterParsers.ts';
import { readParameters, type SearchParameters } from '../api/searchParameters.ts';

/** Algolia's names of permissions; the write key has them all. */
const ALL_ACLS = [
  'search',
  'browse',
  'addObject',
  'deleteObject',
  'deleteIndex',
  'settings',
  'editSettings',
  'listIndexes',
  'seeUnretrievableAttributes',
] as const;
export type Acl = (typeof ALL_ACLS)[number];

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

/** The client that sends a request. */
export interface KeyUser {
  ip: string;
  referer: string | undefined;
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
    this.#keys = new Map<string, readonly Acl[]>([
      [searchKey, ['search']],
      [writeKey, ALL_ACLS],
    ]);
  }

  /**
   * Returns the permissions of a key.
   * @throws ApiError 403 for a wrong application or key, an expired key, or a key that is restricted to other users
   */
  permissions(appId: string | undefined, key: string | undefined, user: KeyUser): KeyPermissions {
    if (appId?.toLowerCase() !== this.#appId.toLowerCase() || !key) throw badCredentials();
    const acl = this.#keys.get(key);
    if (acl) return { key, acl, indices: [], filters: '', parameters: {} };
    return this.#secured(key, user) ?? fail(badCredentials());
  }

  /** Returns the response of `GET /1/keys/{key}`; undefined for an unknown key. */
  describe(key: string): Record<string, unknown> | undefined {
    const acl = this.#keys.get(key);
    return acl && { value: key, createdAt: 0, acl, validity: 0, description: '<redacted>' };
  }

  /** Verifies a secured key: `base64(hex(HMAC-SHA256(parent key, restrictions)) + restrictions)`. */
  #secured(key: string, user: KeyUser): KeyPermissions | undefined {
    const decoded = Buffer.from(key, 'base64').toString();
    const digest = Buffer.from(decoded.slice(0, DIGEST_CHARACTERS));
    const restrictions = decoded.slice(DIGEST_CHARACTERS);
    if (digest.length !== DIGEST_CHARACTERS) return undefined;
    for (const [parent, acl] of this.#keys) {
      const expected = Buffer.from(createHmac('sha256', parent).update(restrictions).digest('hex'));
      if (timingSafeEqual(expected, digest)) return { ...readRestrictions(restrictions, user), key, acl };
    }
    return undefined;
  }
}

function fail(error: Error): never {
  throw error;
}

function readRestrictions(restrictions: string, user: KeyUser): Omit<KeyPermissions, 'key' | 'acl'> {
  const given = new URLSearchParams(restrictions);
  const validUntil = given.get('validUntil');
  if (validUntil !== null && !(Number(validUntil) > Date.now() / 1000))
    throw new ApiError(403, '"validUntil" parameter expired (less than current date)');
  const sources = listOf(given, 'restrictSources');
  if (sources.length > 0 && !isAddressIn(user.ip, sources))
    throw new ApiError(403, 'IP address not allowed with this API key');
  const referers = listOf(given, 'referers');
  if (referers.length > 0 && !referers.some((pattern) => matchesPattern(user.referer ?? '', pattern)))
    throw new ApiError(403, 'Referer not allowed with this API key');
  const indices = listOf(given, 'restrictIndices');
  const filters = given.get('filters') ?? '';
  for (const name of RESTRICTIONS) given.delete(name);
  return { indices, filters, parameters: readParameters({ params: given.toString() }) };
}

function listOf(given: URLSearchParams, name: string): string[] {
  return stringList(given.get(name) ?? '', name)
    .map((item) => item.trim())
    .filter(Boolean);
}

/**
 * Returns whether an IP address is one of the sources: addresses or networks such as `10.0.0.0/8`.
 * @throws ApiError 400 for a source that is neither
 */
function isAddressIn(ip: string, sources: readonly string[]): boolean {
  const allowed = new BlockList();
  for (const source of sources) {
    const [network = '', prefix, ...rest] = source.split('/');
    const family = isIP(network);
    const bits = prefix === undefined ? ADDRESS_BITS[family] : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1;
    if (bits === undefined || bits < 0 || bits > (ADDRESS_BITS[family] ?? -1) || rest.length > 0)
      throw invalidParameter('restrictSources', `an IP address or network, got ${JSON.stringify(source)}`);
    allowed.addSubnet(network, bits, family === 6 ? 'ipv6' : 'ipv4');
  }
  return allowed.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4');
}

/** Bits of an address by IP version. */
const ADDRESS_BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

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
