import type { GraphQLError } from 'graphql';
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

/** The faults of the properties of a new key. */
export class InvalidKeyInput extends Error {
  override readonly name = 'InvalidKeyInput';
  /** `BAD_USER_INPUT`, each with the property as `argument`. */
  readonly errors: readonly GraphQLError[];
  constructor(errors: readonly GraphQLError[]) {
    super(errors.map(({ message }) => message).join('; '));
    this.errors = errors;
  }
}

/**
 * Validates and normalizes the properties of a new key.
 * @param now milliseconds since 1970
 * @throws InvalidKeyInput with all faults
 */
export function readCreateKeyInput(
  { name, scopes, origins = [], expiresAt }: CreateKeyInput,
  now: number,
): Pick<StoredKey, 'name' | 'scopes' | 'origins' | 'createdAt' | 'expiresAt'> {
  const trimmed = name.trim();
  const faults = [
    faultOfName(trimmed),
    faultOfScopes(scopes),
    faultOfNumber(origins),
    ...origins
      .slice(0, MAX_ORIGINS)
      .map((text) => (readOrigin(text) === undefined ? originError(text) : undefined)),
    faultOfExpiry(expiresAt, now),
  ].filter((fault) => fault !== undefined);
  if (faults.length > 0) throw new InvalidKeyInput(faults);
  return {
    name: trimmed,
    scopes: heldScopes(scopes as Scope[]),
    origins: [...new Set(origins.flatMap((text) => readOrigin(text) ?? []))],
    createdAt: now,
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

type Fault = GraphQLError | undefined;

function faultOfName(name: string): Fault {
  if (INVISIBLE_CHARACTERS.test(name))
    return fault(
      'name',
      'expected a name of visible characters, got one with control or formatting characters; type it again',
    );
  if (name !== '' && name.length <= MAX_NAME_CHARACTERS) return undefined;
  return fault(
    'name',
    `expected a name of 1 to ${MAX_NAME_CHARACTERS} characters, got ${name.length}; name the client that uses the key`,
    { minimum: 1, limit: MAX_NAME_CHARACTERS, actual: name.length },
  );
}

function faultOfScopes(scopes: readonly string[]): Fault {
  const unknown = scopes.find((scope) => !isScope(scope));
  if (scopes.length > 0 && unknown === undefined) return undefined;
  const actual = unknown === undefined ? 'none' : JSON.stringify(unknown.slice(0, 40));
  return fault('scopes', `expected scopes of ${SCOPES.join(', ')}, got ${actual}`, { allowed: SCOPES });
}

const faultOfNumber = ({ length }: readonly string[]): Fault =>
  length <= MAX_ORIGINS
    ? undefined
    : fault('origins', `expected at most ${MAX_ORIGINS} origins, got ${length}`, {
        limit: MAX_ORIGINS,
        actual: length,
      });

function faultOfExpiry(expiresAt: number | undefined, now: number): Fault {
  if (expiresAt === undefined || (expiresAt > now && expiresAt <= now + MAX_LIFETIME_MS)) return undefined;
  const actual = new Date(expiresAt).toISOString();
  return fault('expiresAt', `expected expiresAt to be in the future and within ten years, got ${actual}`);
}

const fault = (
  argument: keyof CreateKeyInput,
  message: string,
  figures: Readonly<Record<string, unknown>> = {},
): GraphQLError => inputError(message, 'BAD_USER_INPUT', { argument, ...figures });

/** Reads an origin as browsers write it, e.g. `https://example.org`; undefined for another text. */
function readOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  const isOrigin =
    url && /^https?:$/.test(url.protocol) && [url.origin, `${url.origin}/`].includes(text.toLowerCase());
  return isOrigin ? url.origin : undefined;
}

const originError = (text: string): GraphQLError =>
  fault(
    'origins',
    `expected an origin such as https://example.org, without a path, got ${JSON.stringify(text.slice(0, 80))}`,
  );
