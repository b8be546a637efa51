import { type Model, type ModelField, type ModelType, namedTypeOf } from '../../../core/model/model.ts';
import { type RequiredScopes, scopesImply } from '../../../core/model/requiredScopes.ts';
import { describeScopeGroups, type ScopeGroups } from '../../../core/scopes.ts';
import { isPath } from '../../../providers/content/groq/groq.ts';
import type { ReportError } from '../model/modelError.ts';

/** Checks that `@inverse` requires the scopes of the fields on its path: its documents and their number reveal their values. */
export function checkScopesOfInverse(
  model: Model,
  type: ModelType,
  field: ModelField,
  required: RequiredScopes,
  report: ReportError,
): void {
  if (field.source.kind !== 'inverse') return;
  let current = model.types.get(field.target ?? '');
  const own = [
    ...required.ofType(type.name),
    ...required.ofField(type, field),
    ...(current ? required.ofType(current.name) : []),
  ];
  for (const name of field.source.path.split('.')) {
    const step: ModelField | undefined = current?.fields.get(name);
    if (!current || !step) return;
    const others = [...required.ofType(current.name), ...required.ofField(current, step)];
    if (!scopesImply(own, others))
      report(
        field.node,
        `${type.name}.${field.name}: expected the scopes of ${current.name}.${name}, ${describe(others)}, because @inverse(field: "${field.source.path}") reveals its value, got ${describe(own)}; add @requiresScopes with them`,
      );
    current = model.types.get(step.typeName);
  }
}

/** An attribute that a field returns. */
interface ReadAttribute {
  /** The path in the document or inline object. */
  readonly path: string;
  readonly scopes: readonly ScopeGroups[];
}

/** The attributes that every document returns as `id`, `createdAt` and `updatedAt`. */
const SYSTEM_ATTRIBUTES: readonly ReadAttribute[] = ['_id', '_createdAt', '_updatedAt'].map((path) => ({
  path,
  scopes: [],
}));

/**
 * Checks that fields with the same attribute, or with a part of it, require the same scopes. Expressions other than paths are
 * not checked: they can derive a public value on purpose.
 */
export function checkSharedAttributes(
  model: Model,
  type: ModelType,
  required: RequiredScopes,
  report: ReportError,
): void {
  const earlier: { readonly name: string; readonly attribute: ReadAttribute }[] = type.document
    ? SYSTEM_ATTRIBUTES.map((attribute) => ({ name: 'every document', attribute }))
    : [];
  // Only they are expanded: objects in objects of a page builder have millions of paths.
  for (const field of fieldsWithSharedAttributes(type)) {
    const name = `${type.name}.${field.name}`;
    const attributes = readAttributes(model, type, field, required);
    for (const attribute of attributes)
      for (const other of earlier) {
        if (!overlap(attribute.path, other.attribute.path)) continue;
        const [a, b] = [attribute.scopes, other.attribute.scopes];
        if (scopesImply(a, b) && scopesImply(b, a)) continue;
        report(
          field.node,
          `${name}: expected the scopes of ${other.name}, ${describe(b)}, because both return the attribute ${attribute.path}, got ${describe(a)}; require the same scopes on both, or remove one`,
        );
      }
    for (const attribute of attributes) earlier.push({ name, attribute });
  }
}

/** Returns the fields whose attribute, or one around it, another field has too. */
function fieldsWithSharedAttributes({ document, fields }: ModelType): readonly ModelField[] {
  const byRoot = Map.groupBy(fields.values(), (field) => attributePath(field)?.split('.', 1)[0]);
  const isShared = (root: string) => document && SYSTEM_ATTRIBUTES.some(({ path }) => path === root);
  return [...byRoot].flatMap(([root, sharing]) =>
    root !== undefined && (sharing.length > 1 || isShared(root)) ? sharing : [],
  );
}

/** Returns the attributes that a field returns. Those of inline objects are the attributes of their fields. */
function readAttributes(
  model: Model,
  type: ModelType,
  field: ModelField,
  required: RequiredScopes,
  within: ReadonlySet<string> = new Set(),
): readonly ReadAttribute[] {
  const path = attributePath(field);
  if (path === undefined) return [];
  const result = namedTypeOf(field.node.type);
  const scopes = [...required.ofField(type, field), ...required.ofType(field.target ?? result)];
  const names = field.shape === 'union' ? (model.unions.get(field.typeName) ?? []) : [field.typeName];
  const inner = names.flatMap((name) => {
    const member = model.types.get(name);
    return member && !member.document ? [member] : [];
  });
  const attributes = inner.flatMap((member) =>
    within.has(member.name)
      ? []
      : [...member.fields.values()].flatMap((part) =>
          readAttributes(model, member, part, required, new Set(within).add(member.name)).map(
            (attribute) => ({
              path: `${path}.${attribute.path}`,
              scopes: [...scopes, ...required.ofType(member.name), ...attribute.scopes],
            }),
          ),
        ),
  );
  return field.shape === 'object' ? attributes : [{ path, scopes }, ...attributes];
}

/** Returns the path of the attribute that a field returns; undefined for other sources. */
function attributePath({ name, source }: ModelField): string | undefined {
  if (source.kind === 'attribute') return name;
  if (source.kind === 'asset') return source.attribute;
  return source.kind === 'groq' && isPath(source.expr) ? source.expr : undefined;
}

const overlap = (a: string, b: string): boolean => a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);

const describe = (scopes: readonly ScopeGroups[]): string =>
  scopes.map(describeScopeGroups).join(', and ') || 'none';
