/**
 * The scopes of API keys and editors: repair the index, manage keys, execute any query over MCP, sign playback, change the media library, read drafts,
 * read private documents, read published content, read the usage of the schema.
 */
export const SCOPES = Object.freeze([
  'index:write',
  'keys:write',
  'mcp:execute',
  'media:sign',
  'media:write',
  'read:drafts',
  'read:private',
  'read:published',
  'read:usage',
] as const);
export type Scope = (typeof SCOPES)[number];

/** Alternatives of required scopes: every scope of one group is enough. */
export type ScopeGroups = readonly (readonly Scope[])[];

/** The scope of unpublished content. */
export const DRAFT_SCOPES: ScopeGroups = [['read:drafts']];

export const isScope = (value: unknown): value is Scope => SCOPES.includes(value as Scope);

/** Returns the granted scopes and the scopes that they imply, sorted and frozen: equal sets give equal lists. */
export function heldScopes(granted: Iterable<Scope>): readonly Scope[] {
  const held = new Set(granted);
  if (held.has('read:drafts') || held.has('read:private')) held.add('read:published');
  return Object.freeze([...held].sort());
}

/** True when the held scopes include one of the groups; no groups require nothing. */
export const hasRequiredScopes = (groups: ScopeGroups, held: readonly string[]): boolean =>
  groups.length === 0 || groups.some((group) => group.every((scope) => held.includes(scope)));

/** Formats groups, e.g. `index:write, or read:drafts and media:sign`. */
export const describeScopeGroups = (groups: ScopeGroups): string =>
  groups.map((group) => group.join(' and ')).join(', or ');
