import { isScope, SCOPES, type Scope } from '../core/scopes.ts';
import { type Format, listOf } from './formats.ts';

/** A mapping of roles to scopes, e.g. `editor=read:drafts+index:write,owner=keys:write`. */
export const roleScopes: Format<ReadonlyMap<string, readonly Scope[]>> = {
  expected: `roles with scopes of ${SCOPES.join(', ')}, such as editor=read:drafts+index:write`,
  parse(value) {
    const roles = listOf(value).map(splitRole);
    const isValid = roles.every(([role, scopes]) => role !== '' && scopes.every(isScope));
    return isValid ? new Map(roles.map(([role, scopes]) => [role, scopes.filter(isScope)])) : undefined;
  },
};

/** Splits `role=scopes` at the last `=`: the name of a role may contain one. */
function splitRole(part: string): readonly [string, readonly string[]] {
  const at = part.lastIndexOf('=');
  return [
    part.slice(0, Math.max(at, 0)).trim(),
    part
      .slice(at + 1)
      .trim()
      .split('+'),
  ];
}
