import { type DocumentNode, type FieldNode, type GraphQLSchema, Kind, type NameNode, visit } from 'graphql';

/** Returns whether a field of the query type is one of introspection that describes the schema. */
export const describesSchema = ({ name }: FieldNode): boolean =>
  name.value === '__schema' || name.value === '__type';

/**
 * Returns a document with only these root fields in its queries. They keep the `@skip` and `@include` of the fragments around
 * them.
 */
export const onlyRootFields = (
  schema: GraphQLSchema,
  document: DocumentNode,
  isKept: (field: FieldNode) => boolean,
): DocumentNode =>
  visit(document, {
    // Fragments on other types are within the root fields.
    FragmentDefinition: ({ typeCondition: { name } }) =>
      name.value === schema.getQueryType()?.name ? undefined : false,
    Field: (node) => (isKept(node) ? false : null),
  });

const TYPENAME: NameNode = { kind: Kind.NAME, value: '__typename' };

/** Returns a document with `__typename` in place of introspection, under the same response keys. */
export const withoutIntrospection = (document: DocumentNode): DocumentNode =>
  visit(document, {
    Field(node) {
      if (!describesSchema(node)) return undefined;
      const { alias, name, directives = [] } = node;
      return { kind: Kind.FIELD, alias: alias ?? name, name: TYPENAME, directives };
    },
  });
