import { filterSchema, pruneSchema } from '@graphql-tools/utils';
import { type DefinitionNode, type GraphQLSchema, Kind, parse, print, printSchema } from 'graphql';
import { directivesOfField, directivesOfType } from './subgraphDirectives.ts';

/** The first version with `@cost`, the directives that the SDL uses, and a directive that composition does not know. */
const HEADER = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable", "@requiresScopes", "@cost", "@listSize"])

directive @oneOf on INPUT_OBJECT`;

/**
 * Fields of `Query` that are not a part of supergraphs: the fields of the subgraph itself, and fields about the caller, which is
 * the router and not its client.
 */
const OMITTED_FIELDS: ReadonlySet<string> = new Set(['_service', '_entities', 'rateLimit', 'viewer']);

/** Prints a schema as SDL for the composition of supergraphs. */
export function printSubgraphSdl(schema: GraphQLSchema): string {
  const own = pruneSchema(
    filterSchema({
      schema,
      rootFieldFilter: (_operation, field) => !OMITTED_FIELDS.has(field),
      // Otherwise the types of their arguments stay.
      directiveFilter: () => false,
    }),
  );
  const { definitions: printed } = parse(printSchema(own), { noLocation: true });
  const definitions = printed.map((definition) => withDirectives(definition, own));
  return `${HEADER}\n\n${print({ kind: Kind.DOCUMENT, definitions })}\n`;
}

/** Adds the directives of a type and of its fields, which a printed schema does not have. */
function withDirectives(definition: DefinitionNode, schema: GraphQLSchema): DefinitionNode {
  const type = 'name' in definition ? schema.getType(definition.name?.value ?? '') : undefined;
  if (!type) return definition;
  const fields = 'getFields' in type ? type.getFields() : {};
  return {
    ...definition,
    directives: [
      ...('directives' in definition ? (definition.directives ?? []) : []),
      ...directivesOfType(type),
    ],
    ...('fields' in definition && {
      fields: definition.fields?.map((node) => ({
        ...node,
        directives: [...(node.directives ?? []), ...directivesOfField(type, fields[node.name.value] ?? {})],
      })),
    }),
  } as DefinitionNode;
}
