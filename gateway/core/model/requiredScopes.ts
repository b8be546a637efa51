import {
  type ConstDirectiveNode,
  type InterfaceTypeDefinitionNode,
  Kind,
  type ObjectTypeDefinitionNode,
} from 'graphql';
import { hasRequiredScopes, heldScopes, type ScopeGroups } from '../scopes.ts';
import { argumentValue } from './argumentValue.ts';
import type { Model, ModelField, ModelType } from './model.ts';

/** The scopes that the types and fields of a model require by `@requiresScopes`; all requirements of a list apply. */
export interface RequiredScopes {
  /** Returns the requirements of an interface, or of an object type and its interfaces. */
  ofType(name: string): readonly ScopeGroups[];
  /** Returns the requirements of a field and of the same field in its type's interfaces, but no requirements of types. */
  ofField(type: ModelType, field: ModelField): readonly ScopeGroups[];
}

type Declarations = Pick<Model, 'types' | 'unions' | 'definitions'>;

/** Reads the scopes that a model requires. */
export function requiredScopes({
  types,
  definitions,
}: Pick<Declarations, 'types' | 'definitions'>): RequiredScopes {
  const interfaces = new Map(
    definitions.definitions.flatMap((definition) =>
      definition.kind === Kind.INTERFACE_TYPE_DEFINITION
        ? [[definition.name.value, definition] as const]
        : [],
    ),
  );
  const interfacesOf = ({ interfaces: names = [] }: ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode) =>
    names.flatMap(({ name }) => interfaces.get(name.value) ?? []);
  return {
    ofType(name) {
      const node = types.get(name)?.node ?? interfaces.get(name);
      return node ? [node, ...interfacesOf(node)].flatMap(requirementOf) : [];
    },
    ofField: ({ node }, field) => [
      ...requirementOf(field.node),
      ...interfacesOf(node)
        .flatMap(({ fields = [] }) => fields)
        .filter(({ name }) => name.value === field.name)
        .flatMap(requirementOf),
    ],
  };
}

/**
 * Returns the fields that require scopes themselves, or by their own or a possible result type, as `Type.field`. The search index
 * omits them, because it is the same for all callers.
 */
export const scopedFields = (model: Declarations): ReadonlySet<string> =>
  fieldsWhere(model, (ofType, ofField) => ofType.length + ofField.length > 0);

/**
 * Returns the fields that require scopes which readers of their type can lack, themselves or by a possible result type, as
 * `Type.field`. The filters and orders of the type omit them, because they would reveal their values.
 */
export const fieldsBeyondType = (model: Declarations): ReadonlySet<string> =>
  fieldsWhere(model, (ofType, ofField) => !scopesImply(ofType, ofField));

/** @param matches tells fields by the requirements of their type, and by those of the field and its possible result types */
function fieldsWhere(
  model: Declarations,
  matches: (ofType: readonly ScopeGroups[], ofField: readonly ScopeGroups[]) => boolean,
): ReadonlySet<string> {
  const required = requiredScopes(model);
  const documents = [...model.types.values()].filter(({ document }) => document).map(({ name }) => name);
  const ofResult = ({ target, typeName }: ModelField) => {
    const name = target ?? typeName;
    const members = name === 'Node' ? documents : (model.unions.get(name) ?? []);
    return [name, ...members].flatMap((member) => required.ofType(member));
  };
  return new Set(
    [...model.types.values()].flatMap((type) =>
      [...type.fields.values()].flatMap((field) =>
        matches(required.ofType(type.name), [...required.ofField(type, field), ...ofResult(field)])
          ? [`${type.name}.${field.name}`]
          : [],
      ),
    ),
  );
}

/** Returns whether every caller that meets the first requirements meets the implied requirements too. */
export function scopesImply(met: readonly ScopeGroups[], implied: readonly ScopeGroups[]): boolean {
  const minimalSets = met.reduce<ScopeGroups>(
    (sets, groups) => sets.flatMap((set) => groups.map((group) => [...set, ...group])),
    [[]],
  );
  return minimalSets.every((set) => implied.every((groups) => hasRequiredScopes(groups, heldScopes(set))));
}

/** A part of SDL that can have directives. */
interface WithDirectives {
  readonly directives?: readonly ConstDirectiveNode[] | undefined;
}

/** Returns the `@requiresScopes` directive of a node. */
export const requiresScopesDirective = ({ directives }: WithDirectives): ConstDirectiveNode | undefined =>
  directives?.find(isRequiresScopes);

/** Returns whether a directive is `@requiresScopes`. */
export const isRequiresScopes = ({ name }: ConstDirectiveNode): boolean => name.value === 'requiresScopes';

/** Returns the scope groups of a directive, unchecked. */
export function scopeGroupsOf(directive: ConstDirectiveNode): ScopeGroups {
  const argument = directive.arguments?.find(({ name }) => name.value === 'scopes')?.value;
  // GraphQL accepts a single value in place of a list.
  const listed = [argument ? argumentValue(argument) : []].flat() as (string | readonly string[])[];
  return listed.map((group) => [group].flat()) as unknown as ScopeGroups;
}

function requirementOf(node: WithDirectives): readonly ScopeGroups[] {
  const directive = requiresScopesDirective(node);
  return directive ? [scopeGroupsOf(directive)] : [];
}
