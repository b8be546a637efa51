import { type DocumentNode, Kind, specifiedDirectives, visit } from 'graphql';
import { namedTypeOf } from '../../../core/model/model.ts';
import type { ReportError } from '../model/modelError.ts';

/**
 * Checks rules of GraphQL that graphql-js reports without a location or a fix, or by an exception.
 * @param sdl the SDL of the model
 * @param typeDefs all definitions of the schema
 */
export function checkGraphqlRules(sdl: DocumentNode, typeDefs: DocumentNode, report: ReportError): void {
  const outputTypes = namesOfOutputTypes(typeDefs);
  const directives = namesOfDirectives(typeDefs);
  visit(sdl, {
    Name(node) {
      if (node.value.startsWith('__'))
        report(node, `expected a name that does not begin with "__", got ${node.value}; rename it`);
    },
    Directive(node) {
      if (!directives.includes(node.name.value))
        report(
          node,
          `expected one of ${directives.map((name) => `@${name}`).join(', ')}, got @${node.name.value}; correct or remove it`,
        );
    },
    InputValueDefinition(node) {
      const type = namedTypeOf(node.type);
      if (outputTypes.has(type))
        report(node, `${node.name.value}: expected a scalar, an enum or an input as its type, got ${type}`);
    },
  });
}

const namesOfDirectives = ({ definitions }: DocumentNode): readonly string[] =>
  [
    ...definitions.flatMap((definition) =>
      definition.kind === Kind.DIRECTIVE_DEFINITION ? [definition.name.value] : [],
    ),
    ...specifiedDirectives.map(({ name }) => name),
  ].sort();

const namesOfOutputTypes = ({ definitions }: DocumentNode): ReadonlySet<string> =>
  new Set(
    definitions.flatMap((definition) =>
      definition.kind === Kind.OBJECT_TYPE_DEFINITION ||
      definition.kind === Kind.INTERFACE_TYPE_DEFINITION ||
      definition.kind === Kind.UNION_TYPE_DEFINITION
        ? [definition.name.value]
        : [],
    ),
  );
