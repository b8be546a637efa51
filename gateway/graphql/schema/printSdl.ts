import {
  type ConstDirectiveNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  isInterfaceType,
  isObjectType,
  Kind,
  parse,
  print,
  printSchema,
} from 'graphql';
import { isRequiresScopes } from '../../core/model/requiredScopes.ts';
import { isSemanticNonNull } from './model/semanticNullability.ts';

/**
 * Prints a schema with `@semanticNonNull` on its fields, the directive that clients read. `printSchema` omits directives.
 * @param hasScopes whether `@requiresScopes` is printed too
 */
export function printSdl(
  schema: GraphQLSchema,
  { hasScopes = false }: { readonly hasScopes?: boolean } = {},
): string {
  const sdl = printSchema(schema);
  let [printed, end] = ['', 0];
  const insert = (position: number | undefined, directives: readonly ConstDirectiveNode[]) => {
    if (position === undefined || directives.length === 0) return;
    printed += [sdl.slice(end, position), ...directives.map(print)].join(' ');
    end = position;
  };
  const isPrinted = (directive: ConstDirectiveNode) =>
    isSemanticNonNull(directive) || (hasScopes && isRequiresScopes(directive));
  for (const definition of parse(sdl).definitions) {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION && definition.kind !== Kind.INTERFACE_TYPE_DEFINITION)
      continue;
    const type = schema.getType(definition.name.value);
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    const name = definition.interfaces?.at(-1) ?? definition.name;
    insert(name.loc?.end, directivesOf(type).filter(isPrinted));
    for (const field of definition.fields ?? []) {
      const directives = type.getFields()[field.name.value]?.astNode?.directives ?? [];
      insert(field.type.loc?.end, directives.filter(isPrinted));
    }
  }
  return printed + sdl.slice(end);
}

const directivesOf = ({ astNode, extensionASTNodes }: GraphQLNamedType): readonly ConstDirectiveNode[] =>
  [astNode, ...extensionASTNodes].flatMap((node) => node?.directives ?? []);
