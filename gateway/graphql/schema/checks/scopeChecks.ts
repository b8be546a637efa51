import { requiresScopesDirective, scopeGroupsOf, scopedFields } from '../scopes/scopeDescriptions.ts';
import { isScope, SCOPES } from '../../../core/scopes.ts';
import { labelField, type Model, type ModelField, type ModelType } from '../../../core/model/model.ts';
import type { Report } from './nameChecks.ts';

/**
 * Checks that a type and its fields ask for scopes there are, and that nothing of what asks for them is in the search
 * index, which answers everybody.
 */
export function checkScopes(model: Model, type: ModelType, say: Report): void {
  for (const node of [type.node, ...[...type.fields.values()].map((field) => field.node)]) {
    const directive = requiresScopesDirective(node);
    if (!directive) continue;
    const groups = scopeGroupsOf(directive);
    const unknown = groups.flat().find((scope) => !isScope(scope));
    if (groups.length === 0 || unknown !== undefined)
      say(
        directive,
        `${node.name.value}: expected @requiresScopes to name scopes of ${SCOPES.join(', ')}, got ${unknown ?? 'none'}`,
      );
  }
  const scoped = scopedFields(model);
  for (const field of type.fields.values())
    if (field.searchable && holdsScoped(model, type, field, scoped))
      say(
        field.node,
        `${type.name}.${field.name}: expected nothing that asks for scopes in the search index, got @searchable; take @searchable or @requiresScopes away`,
      );
  const label = labelField(type);
  if (label && requiresScopesDirective(label.node) && !requiresScopesDirective(type.node))
    say(
      label.node,
      `${type.name}.${label.name}: expected the field that names a ${type.name} to be read by everybody who reads the type, got @requiresScopes; put it on the type`,
    );
}

/** Whether the field asks for scopes, or is an inline object with a part that does. */
function holdsScoped(
  model: Model,
  type: ModelType,
  field: ModelField,
  scoped: ReadonlySet<string>,
  seen: ReadonlySet<string> = new Set(),
): boolean {
  if (scoped.has(`${type.name}.${field.name}`)) return true;
  const inner = field.shape === 'object' ? model.types.get(field.typeName) : undefined;
  if (!inner || seen.has(inner.name)) return false;
  return [...inner.fields.values()].some((part) =>
    holdsScoped(model, inner, part, scoped, new Set(seen).add(inner.name)),
  );
}
