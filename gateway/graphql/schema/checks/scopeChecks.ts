import { labelField, type Model, type ModelField, type ModelType } from '../../../core/model/model.ts';
import { isScope, SCOPES } from '../../../core/scopes.ts';
import { requiresScopesDirective, scopedFields, scopeGroupsOf } from '../scopes/scopeDescriptions.ts';
import type { Report } from './nameChecks.ts';

/** Checks that required scopes exist, and that the search index, which is public, contains no field that requires them. */
export function checkScopes(model: Model, type: ModelType, report: Report): void {
  for (const node of [type.node, ...[...type.fields.values()].map((field) => field.node)]) {
    const directive = requiresScopesDirective(node);
    if (!directive) continue;
    const groups = scopeGroupsOf(directive);
    const unknown = groups.flat().find((scope) => !isScope(scope));
    if (groups.length === 0 || unknown !== undefined)
      report(
        directive,
        `${node.name.value}: expected @requiresScopes to name scopes of ${SCOPES.join(', ')}, got ${unknown ?? 'none'}`,
      );
  }
  const scoped = scopedFields(model);
  for (const field of type.fields.values())
    if (field.searchable && holdsScoped(model, type, field, scoped))
      report(
        field.node,
        `${type.name}.${field.name}: expected no field with required scopes in the search index, got @searchable; remove @searchable or @requiresScopes`,
      );
  const label = labelField(type);
  if (label && requiresScopesDirective(label.node) && !requiresScopesDirective(type.node))
    report(
      label.node,
      `${type.name}.${label.name}: expected the label field of ${type.name} to require no scopes of its own, got @requiresScopes; move it to the type`,
    );
}

/** Returns whether a field, or a part of its inline object, requires scopes. */
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
