import {
  type ConstDirectiveNode,
  type DocumentNode,
  Kind,
  type ObjectTypeDefinitionNode,
  visit,
} from 'graphql';
import type { Model, ModelField } from '../../../core/model/model.ts';

const DIRECTIVE = 'semanticNonNull';
/** The level of a field itself: the default of the directive. */
const FIELD_LEVEL = 0;
const ITEM_LEVEL = 1;

/**
 * Adds `@semanticNonNull` to a model where null is always an error: to nullable items of lists, and to connections and the lists
 * of `@inverse` and `@related`, which are empty without documents. Other nullable fields can have no value.
 * @param excluded fields as `Type.field` that stay nullable: computed fields, and fields that require more scopes than their type
 */
export function withSemanticNonNull(
  model: Model,
  excluded: ReadonlySet<string>,
  definitions: DocumentNode,
): DocumentNode {
  return visit(definitions, {
    ObjectTypeDefinition: (type): ObjectTypeDefinitionNode => ({
      ...type,
      fields: type.fields?.map((node) => {
        const field = model.types.get(type.name.value)?.fields.get(node.name.value);
        const isDerived = field && !excluded.has(`${type.name.value}.${field.name}`);
        const levels = isDerived ? levelsOf(field) : [];
        const directives = node.directives ?? [];
        return levels.length > 0 && !directives.some(isSemanticNonNull)
          ? { ...node, directives: [...directives, semanticNonNull(levels)] }
          : node;
      }),
    }),
  });
}

/** Returns the levels at which a field is null only with an error. */
const levelsOf = (field: ModelField): number[] => [
  ...(isNullOnlyOnError(field) ? [FIELD_LEVEL] : []),
  ...(hasNullableItems(field) ? [ITEM_LEVEL] : []),
];

const isNullOnlyOnError = ({ isRequired, isList, shape, source }: ModelField): boolean =>
  !isRequired &&
  (shape === 'connection' || (isList && (source.kind === 'inverse' || source.kind === 'related')));

/** A list omits items without a value. */
const hasNullableItems = ({ node }: ModelField): boolean => {
  const list = node.type.kind === Kind.NON_NULL_TYPE ? node.type.type : node.type;
  return list.kind === Kind.LIST_TYPE && list.type.kind !== Kind.NON_NULL_TYPE;
};

const semanticNonNull = (levels: readonly number[]): ConstDirectiveNode => ({
  kind: Kind.DIRECTIVE,
  name: { kind: Kind.NAME, value: DIRECTIVE },
  arguments: levels.every((level) => level === FIELD_LEVEL)
    ? []
    : [
        {
          kind: Kind.ARGUMENT,
          name: { kind: Kind.NAME, value: 'levels' },
          value: {
            kind: Kind.LIST,
            values: levels.map((level) => ({ kind: Kind.INT, value: String(level) })),
          },
        },
      ],
});

/** Returns whether a directive is `@semanticNonNull`. */
export const isSemanticNonNull = ({ name }: ConstDirectiveNode): boolean => name.value === DIRECTIVE;
