import { isScope, SCOPES, type Scope } from '../core/scopes.ts';
import type { Format } from './formats.ts';

/** A mapping of roles to scopes, e.g. `editor=read:drafts+index:write,owner=keys:write`. */
export const roleScopes: Format = {
  expected: `roles with scopes of ${SCOPES.join(', ')}, such as editor=read:drafts+index:write`,
  matches: (value) =>
    value.split(',').every((part) => {
      const [role, scopes] = splitRole(part);
      return role !== '' && scopes.split('+').every(isScope);
    }),
};

/** Parses a value in the format `roleScopes`. */
export const parseRoles = (value: string): ReadonlyMap<string, readonly Scope[]> =>
  new Map(
    value.split(',').flatMap((part): [string, readonly Scope[]][] => {
      const [role, scopes] = splitRole(part);
      return role === '' ? [] : [[role, scopes.split('+').filter(isScope)]];
    }),
  );

/** Splits `role=scopes` at the last `=`: the name of a role may contain one. */
function splitRole(part: string): readonly [string, string] {
  const at = part.lastIndexOf('=');
  return [part.slice(0, Math.max(at, 0)).trim(), part.slice(at + 1).trim()];
}
