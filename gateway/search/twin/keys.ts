import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Parameters, readParameters } from './parameters.ts';
import { texts } from './readers.ts';
import { badCredentials, indexNotAllowed, methodNotAllowed, Refusal } from './refusal.ts';

/** What a key may be allowed to do, by the provider's names. */
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

/** What a request may do with the key it brought. */
export interface Rights {
  key: string;
  acl: readonly Acl[];
  /** Patterns of the indices it is confined to, with `*` at either end; none for all. */
  indices: readonly string[];
  /** Filters that hold beside the request's own. */
  filters: string;
  /** Parameters that overrule the request's own. */
  parameters: Parameters;
}

const DIGEST_LENGTH = 64;
/** Restrictions that are no search parameters. */
const RESTRICTIONS = ['validUntil', 'restrictIndices', 'restrictSources', 'referers', 'filters'];

/** The application's keys: one that searches, one that writes, and the secured keys made from either. */
export class Keyring {
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
   * What the bearer of a key may do.
   * @throws Refusal 403 for a wrong application or key, or one that has expired
   */
  rights(appId: string | undefined, key: string | undefined): Rights {
    if (appId?.toLowerCase() !== this.#appId.toLowerCase() || !key) throw badCredentials();
    const acl = this.#keys.get(key);
    if (acl) return { key, acl, indices: [], filters: '', parameters: {} };
    return this.#secured(key) ?? fail(badCredentials());
  }

  /** What `GET /1/keys/{key}` tells of a key; undefined when there is none. */
  describe(key: string): Record<string, unknown> | undefined {
    const acl = this.#keys.get(key);
    return acl && { value: key, createdAt: 0, acl, validity: 0, description: '<redacted>' };
  }

  /** A secured key is `base64(hex(HMAC-SHA256(parent key, restrictions)) + restrictions)`. */
  #secured(key: string): Rights | undefined {
    const decoded = Buffer.from(key, 'base64').toString();
    const digest = Buffer.from(decoded.slice(0, DIGEST_LENGTH));
    const restrictions = decoded.slice(DIGEST_LENGTH);
    if (digest.length !== DIGEST_LENGTH) return undefined;
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

function readRestrictions(restrictions: string): Omit<Rights, 'key' | 'acl'> {
  const given = new URLSearchParams(restrictions);
  const validUntil = given.get('validUntil');
  if (validUntil !== null && !(Number(validUntil) > Date.now() / 1000))
    throw new Refusal(403, '"validUntil" parameter expired (less than current date)');
  const indices = listOf(given.get('restrictIndices') ?? '');
  const filters = given.get('filters') ?? '';
  for (const name of RESTRICTIONS) given.delete(name);
  return { indices, filters, parameters: readParameters({ params: given.toString() }) };
}

function listOf(value: string): string[] {
  return texts(value, 'restrictIndices')
    .map((name) => name.trim())
    .filter(Boolean);
}

/** @throws Refusal 403 when the key lacks the right */
export function requireAcl(rights: Rights, acl: Acl): void {
  if (!rights.acl.includes(acl)) throw methodNotAllowed();
}

/** @throws Refusal 403 when the key is confined to other indices */
export function requireIndex(rights: Rights, indexName: string): void {
  if (rights.indices.length === 0 || rights.indices.some((pattern) => fits(indexName, pattern))) return;
  throw indexNotAllowed();
}

function fits(name: string, pattern: string): boolean {
  const middle = pattern.replace(/^\*|\*$/g, '');
  if (pattern.length > 1 && pattern.startsWith('*') && pattern.endsWith('*')) return name.includes(middle);
  if (pattern.startsWith('*')) return name.endsWith(middle);
  if (pattern.endsWith('*')) return name.startsWith(middle);
  return name === pattern;
}
