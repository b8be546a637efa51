import { inputError } from '../errors.ts';
import { heldScopes, isScope, SCOPES, type Scope } from '../scopes/scopes.ts';
import type { StoredKey } from './keyStore.ts';

/** What a new key shall be. */
export interface KeyWishes {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly origins?: readonly string[];
  /** Milliseconds since 1970; never ends unless given. */
  readonly expiresAt?: number;
}

const LONGEST_LIFETIME = 10 * 365 * 86_400_000;
const LONGEST_NAME = 100;
const MOST_ORIGINS = 20;
/** Control and format characters, those that turn the direction of text among them, separators of lines, half characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * The key that is wished for, as far as it can be wished for.
 * @throws GraphQLError `BAD_USER_INPUT` that says which wish cannot be had
 */
export function readWishes(
  { name, scopes, origins = [], expiresAt }: KeyWishes,
  now: number,
): Pick<StoredKey, 'name' | 'scopes' | 'origins' | 'createdAt' | 'expiresAt'> {
  const said = name.trim();
  if (UNSEEN.test(said))
    throw inputError(
      'expected a name that reads as it is written, got one with characters that control or turn what is shown; write it anew',
    );
  if (said === '' || said.length > LONGEST_NAME)
    throw inputError(
      `expected a name of 1 to ${LONGEST_NAME} characters, got ${said.length}; say who uses the key`,
    );
  const unknown = scopes.find((scope) => !isScope(scope));
  if (scopes.length === 0 || unknown !== undefined)
    throw inputError(
      `expected scopes of ${SCOPES.join(', ')}, got ${unknown === undefined ? 'none' : JSON.stringify(unknown.slice(0, 40))}`,
    );
  if (origins.length > MOST_ORIGINS)
    throw inputError(`expected at most ${MOST_ORIGINS} origins, got ${origins.length}`);
  if (expiresAt !== undefined && !(expiresAt > now && expiresAt <= now + LONGEST_LIFETIME))
    throw inputError('expected the key to end within ten years from now, and not in the past');
  return {
    name: said,
    scopes: heldScopes(scopes as Scope[]),
    origins: [...new Set(origins.map(readOrigin))],
    createdAt: now,
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

/** An origin as browsers write it, e.g. `https://example.org`. */
function readOrigin(text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && [url.origin, `${url.origin}/`].includes(text.toLowerCase()))
    return url.origin;
  throw inputError(
    `expected an origin such as https://example.org, without a path, got ${JSON.stringify(text.slice(0, 80))}`,
  );
}
