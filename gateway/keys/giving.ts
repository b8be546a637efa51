import { GraphQLError } from 'graphql';
import type { Caller } from '../context.ts';
import { type ErrorCode, inputError } from '../errors.ts';
import { SCOPES, type Scope } from '../scopes/scopes.ts';
import type { StoredKey } from './keyStore.ts';

/** Who gives keys out, turns them and ends them. */
export interface Giver {
  readonly caller: Caller;
  readonly scopes: readonly Scope[];
}

/** What a giver holds: nobody gives more than that. */
export interface Means extends Giver {
  /** The key with which they ask; absent where it is an editor, or whoever may run commands where the keys are kept. */
  readonly own?: StoredKey;
}

/** Whoever may run commands where the keys are kept. */
export const OPERATOR: Giver = Object.freeze<Giver>({
  caller: { kind: 'operator', name: 'operator', address: '' },
  scopes: SCOPES,
});

/** How far a key reaches. */
type Reach = Pick<StoredKey, 'scopes' | 'origins' | 'expiresAt'>;

/** Keys in the line from one that nobody's key has made: each is looked up whenever the last is used. */
const LONGEST_LINE = 4;

/** The name under which a key acts, in the audit log and in budgets. */
export const nameOfKey = (id: string): string => `key:${id}`;

/** The id of the key with which somebody asks; undefined where it is none. */
export const idOfCaller = ({ kind, name }: Caller): string | undefined =>
  kind === 'key' ? name.slice(nameOfKey('').length) : undefined;

/** Whose budget a key draws on: that of the first in its line, so that nobody has two by giving out a key. */
export const accountOfKey = ({ id, makers }: Pick<StoredKey, 'id' | 'makers'>): string =>
  nameOfKey(makers?.at(-1) ?? id);

/** A wish for which nothing was said goes as far as the key of the giver does. */
export const withinMeans = <Wish extends Reach>(wish: Wish, { own }: Means): Wish => ({
  ...wish,
  ...(own?.expiresAt !== undefined && { expiresAt: wish.expiresAt ?? own.expiresAt }),
  origins: wish.origins.length > 0 ? wish.origins : (own?.origins ?? []),
});

/**
 * The keys that end a key of this giver when they are revoked, the nearest first.
 * @throws GraphQLError `BAD_USER_INPUT` where the line is as long as it may be
 */
export function makersOf({ own }: Means): readonly string[] {
  const makers = own ? [own.id, ...(own.makers ?? [])] : [];
  if (makers.length < LONGEST_LINE) return makers;
  throw inputError(
    `expected at most ${LONGEST_LINE} keys of which each has made the next, got one more; ask with the key that made yours`,
  );
}

/**
 * Whoever gives a key has its secret in hand, and so all that it allows, for as long and from wherever it does.
 * @throws GraphQLError `FORBIDDEN` that says what reaches beyond
 */
export function mayGive(key: Reach, { own, scopes }: Means): void {
  const beyond = key.scopes.filter((scope) => !scopes.includes(scope));
  if (beyond.length > 0) throw forbidden(`scopes that you hold yourself, got ${beyond.join(', ')}`);
  if (own?.expiresAt !== undefined && !(key.expiresAt !== undefined && key.expiresAt <= own.expiresAt))
    throw forbidden(
      `a key that ends no later than yours, ${timeOf(own.expiresAt)}, got ${timeOf(key.expiresAt)}`,
    );
  const bound = own?.origins ?? [];
  const foreign = key.origins.find((origin) => !bound.includes(origin));
  if (bound.length > 0 && (key.origins.length === 0 || foreign !== undefined))
    throw forbidden(
      `a key bound to origins of yours, ${bound.join(', ')}, got ${foreign ?? 'one bound to none'}`,
    );
}

/**
 * Another secret of a key lets its giver act in the key's name. So nobody's key turns a key but itself and those in its
 * line, even where it reaches as far.
 * @throws GraphQLError `FORBIDDEN`
 */
export function mayTurn(key: StoredKey, means: Means): void {
  const { own } = means;
  mayGive(key, means);
  if (own && key.id !== own.id && !key.makers?.includes(own.id))
    throw forbidden('your own key or one that it has made, got another; ask an editor or an operator');
}

/**
 * A key ends itself and what reaches no further than it does. Editors end any: that gives nobody anything.
 * @throws GraphQLError `FORBIDDEN`
 */
export function mayEnd(key: StoredKey, means: Means): void {
  if (means.own && key.id !== means.own.id) mayGive(key, means);
}

const timeOf = (moment: number | undefined): string =>
  moment === undefined ? 'one that never does' : new Date(moment).toISOString();

const forbidden = (expected: string) =>
  new GraphQLError(`expected ${expected}`, { extensions: { code: 'FORBIDDEN' satisfies ErrorCode } });
