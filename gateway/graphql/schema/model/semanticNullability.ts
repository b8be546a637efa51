import {
  type ConstDirectiveNode,
  type DocumentNode,
  Kind,
  type ObjectTypeDefinitionNode,
  visit,
} from 'graphql';
import type { Model, ModelField } from '../../../core/model/model.ts';

const SEMANTIC_NON_NULL: ConstDirectiveNode = {
  kind: Kind.DIRECTIVE,
  name: { kind: Kind.NAME, value: 'semanticNonNull' },
};

/**
 * Adds `@semanticNonNull` to the nullable fields of a model that are null only with an error: connections, and the lists of
 * `@inverse` and `@related`. They are empty without documents. Other nullable fields can have no value.
 * @param excluded fields as `Type.field` that stay nullable: computed ones, and those that require scopes
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
        const isDerived =
          field && isNullOnlyOnError(field) && !excluded.has(`${type.name.value}.${field.name}`);
        const directives = node.directives ?? [];
        return isDerived && !directives.some(isSemanticNonNull)
          ? { ...node, directives: [...directives, SEMANTIC_NON_NULL] }
          : node;
      }),
    }),
  });
}

const isNullOnlyOnError = ({ isRequired, isList, shape, source }: ModelField): boolean =>
  !isRequired &&
  (shape === 'connection' || (isList && (source.kind === 'inverse' || source.kind === 'related')));

/** Returns whether a directive is `@semanticNonNull`. */
export const isSemanticNonNull = ({ name }: ConstDirectiveNode): boolean => name.value === 'semanticNonNull';
