import { isScope, SCOPES } from '../core/scopes.ts';
import type { OidcConfig } from './config.ts';
import { type Format, listOf } from './formats.ts';

/** The claim with an editor's scopes or roles, and the scopes of each role: `groups editor=read:drafts+index:write`. */
export const editorScopes: Format<Pick<OidcConfig, 'scopesClaim' | 'roles'>> = {
  expected: `a claim such as scope, or a claim, a space and roles with scopes of ${SCOPES.join(', ')}, such as groups editor=read:drafts+index:write`,
  parse(value) {
    const [scopesClaim = ''] = value.split(/\s/, 1);
    const rest = value.slice(scopesClaim.length).trim();
    const roles = rest === '' ? [] : listOf(rest).map(splitRole);
    const isValid = roles.every(([role, scopes]) => role !== '' && scopes.every(isScope));
    return isValid
      ? { scopesClaim, roles: new Map(roles.map(([role, scopes]) => [role, scopes.filter(isScope)])) }
      : undefined;
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
