import { inputError } from '../../core/errors.ts';
import { heldScopes, isScope, SCOPES, type Scope } from '../../core/scopes.ts';
import type { StoredKey } from './keyStore.ts';

/** The properties of a new key. */
export interface CreateKeyInput {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly origins?: readonly string[];
  /** Milliseconds since 1970; the key never expires unless given. */
  readonly expiresAt?: number;
}

const MAX_LIFETIME_MS = 10 * 365 * 86_400_000;
const MAX_NAME_CHARACTERS = 100;
const MAX_ORIGINS = 20;
/** Control and format characters (among them bidirectional overrides), line separators, and lone surrogates. */
const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * Validates and normalizes the properties of a new key.
 * @param now milliseconds since 1970
 * @throws GraphQLError `BAD_USER_INPUT` that names the invalid property
 */
export function readCreateKeyInput(
  { name, scopes, origins = [], expiresAt }: CreateKeyInput,
  now: number,
): Pick<StoredKey, 'name' | 'scopes' | 'origins' | 'createdAt' | 'expiresAt'> {
  const trimmed = name.trim();
  if (INVISIBLE_CHARACTERS.test(trimmed))
    throw inputError(
      'expected a name of visible characters, got one with control or formatting characters; type it again',
      'BAD_USER_INPUT',
      { argument: 'name' },
    );
  if (trimmed === '' || trimmed.length > MAX_NAME_CHARACTERS)
    throw inputError(
      `expected a name of 1 to ${MAX_NAME_CHARACTERS} characters, got ${trimmed.length}; name the client that uses the key`,
      'BAD_USER_INPUT',
      { argument: 'name', minimum: 1, limit: MAX_NAME_CHARACTERS, actual: trimmed.length },
    );
  const unknown = scopes.find((scope) => !isScope(scope));
  if (scopes.length === 0 || unknown !== undefined)
    throw inputError(
      `expected scopes of ${SCOPES.join(', ')}, got ${unknown === undefined ? 'none' : JSON.stringify(unknown.slice(0, 40))}`,
      'BAD_USER_INPUT',
      { argument: 'scopes', allowed: SCOPES },
    );
  if (origins.length > MAX_ORIGINS)
    throw inputError(`expected at most ${MAX_ORIGINS} origins, got ${origins.length}`, 'BAD_USER_INPUT', {
      argument: 'origins',
      limit: MAX_ORIGINS,
      actual: origins.length,
    });
  if (expiresAt !== undefined && !(expiresAt > now && expiresAt <= now + MAX_LIFETIME_MS))
    throw inputError(
      `expected expiresAt to be in the future and within ten years, got ${new Date(expiresAt).toISOString()}`,
      'BAD_USER_INPUT',
      { argument: 'expiresAt' },
    );
  return {
    name: trimmed,
    scopes: heldScopes(scopes as Scope[]),
    origins: [...new Set(origins.map(readOrigin))],
    createdAt: now,
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

/** Reads an origin as browsers write it, e.g. `https://example.org`. */
function readOrigin(text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && [url.origin, `${url.origin}/`].includes(text.toLowerCase()))
    return url.origin;
  throw inputError(
    `expected an origin such as https://example.org, without a path, got ${JSON.stringify(text.slice(0, 80))}`,
    'BAD_USER_INPUT',
    { argument: 'origins' },
  );
}
