/**
 * What a key or an editor may be allowed. Each stands for one thing that is done with the graph:
 * reading what is published, reading what is not yet, having films signed, changing the media library, mending the index,
 * and giving out keys.
 */
export const SCOPES = Object.freeze([
  'index:write',
  'keys:write',
  'media:sign',
  'media:write',
  'read:drafts',
  'read:published',
] as const);
export type Scope = (typeof SCOPES)[number];

/** Several scopes that are needed together; of several such groups, one is enough. */
export type ScopeGroups = readonly (readonly Scope[])[];

export const isScope = (value: unknown): value is Scope => SCOPES.includes(value as Scope);

/** Scopes with what follows from them, each once, sorted and frozen: equal scopes are equal lists. */
export function heldScopes(granted: Iterable<Scope>): readonly Scope[] {
  const held = new Set(granted);
  if (held.has('read:drafts')) held.add('read:published');
  return Object.freeze([...held].sort());
}

/** Whether one of the groups is held as a whole. No groups ask for nothing. */
export const areHeld = (groups: ScopeGroups, held: readonly string[]): boolean =>
  groups.length === 0 || groups.some((group) => group.every((scope) => held.includes(scope)));

/** Groups in words, e.g. `index:write, or read:drafts and media:sign`. */
export const inWords = (groups: ScopeGroups): string =>
  groups.map((group) => group.join(' and ')).join(', or ');
