import {
  type ConstDirectiveNode,
  type DefinitionNode,
  type FieldDefinitionNode,
  type GraphQLSchema,
  type InputValueDefinitionNode,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  Kind,
  parse,
  print,
  printSchema,
  type TypeDefinitionNode,
} from 'graphql';
import { isRequiresScopes } from '../../core/model/requiredScopes.ts';
import { publicSchema } from './publicSchema.ts';

/** Directives that clients read on definitions. */
const CLIENT_DIRECTIVES: ReadonlySet<string> = new Set(['semanticNonNull', 'cost', 'listSize']);

/** Directives of the GraphQL specification that readers of an older edition do not know. */
const SPECIFIED_DIRECTIVES = `"""Requires exactly one field of the input object."""
directive @oneOf on INPUT_OBJECT

"""Names the specification of a scalar."""
directive @specifiedBy(
  """The URL of the specification."""
  url: String!
) on SCALAR`;

/**
 * Prints a schema as clients see it, with the applied directives that they read: `@semanticNonNull`, `@cost` and
 * `@listSize`. `printSchema` omits directives.
 * @param hasScopes whether `@requiresScopes` is printed too
 */
export function printSdl(
  schema: GraphQLSchema,
  { hasScopes = false }: { readonly hasScopes?: boolean } = {},
): string {
  const sdl = printSchema(hasScopes ? schema : publicSchema(schema));
  const isPrinted = (directive: ConstDirectiveNode) =>
    CLIENT_DIRECTIVES.has(directive.name.value) || (hasScopes && isRequiresScopes(directive));
  let [printed, end] = ['', 0];
  for (const definition of parse(sdl).definitions)
    for (const [position, applied] of applicationsIn(definition, schema)) {
      const directives = applied.filter(isPrinted).map(print);
      if (directives.length === 0) continue;
      printed += [sdl.slice(end, position), ...directives].join(' ');
      end = position;
    }
  return `${printed}${sdl.slice(end)}\n\n${SPECIFIED_DIRECTIVES}`;
}

/** A position in the printed SDL, and the directives that the schema applies there. */
type Application = readonly [position: number, directives: readonly ConstDirectiveNode[]];

/** Returns the directives of a printed definition and of its fields or values, in the order of the text. */
function applicationsIn(definition: DefinitionNode, schema: GraphQLSchema): readonly Application[] {
  const type = 'name' in definition && definition.name ? schema.getType(definition.name.value) : undefined;
  if (!type || !isPrintedType(definition)) return [];
  const { astNode, extensionASTNodes } = type;
  const ofType = [astNode, ...extensionASTNodes].flatMap((node) => node?.directives ?? []);
  const fields =
    isObjectType(type) || isInterfaceType(type) || isInputObjectType(type) ? type.getFields() : {};
  const members = 'fields' in definition ? (definition.fields ?? []) : [];
  const values = definition.kind === Kind.ENUM_TYPE_DEFINITION ? (definition.values ?? []) : [];
  const isDirected = isScalarType(type) || isEnumType(type) || isObjectType(type) || isInterfaceType(type);
  return [
    ...(isDirected ? [[headEnd(definition), ofType] as const] : []),
    ...members.map(
      (field): Application => [valueEnd(field), fields[field.name.value]?.astNode?.directives ?? []],
    ),
    ...values.map(({ name }): Application => {
      const value = isEnumType(type) ? type.getValue(name.value) : undefined;
      return [name.loc?.end ?? 0, value?.astNode?.directives ?? []];
    }),
  ];
}

const isPrintedType = (definition: DefinitionNode): definition is TypeDefinitionNode =>
  definition.kind.endsWith('TypeDefinition');

const headEnd = (definition: TypeDefinitionNode): number => {
  const implemented = 'interfaces' in definition ? definition.interfaces?.at(-1) : undefined;
  return (implemented ?? definition.name).loc?.end ?? 0;
};

const valueEnd = (field: FieldDefinitionNode | InputValueDefinitionNode): number =>
  (field.kind === Kind.INPUT_VALUE_DEFINITION ? (field.defaultValue ?? field.type) : field.type).loc?.end ??
  0;
