import { type GraphQLSchema, isInterfaceType, isObjectType, Kind, parse, print, printSchema } from 'graphql';
import { isSemanticNonNull } from './model/semanticNullability.ts';

/** Prints a schema with `@semanticNonNull` on its fields, the directive that clients read. `printSchema` omits directives. */
export function printSdl(schema: GraphQLSchema): string {
  const sdl = printSchema(schema);
  let [printed, end] = ['', 0];
  for (const definition of parse(sdl).definitions) {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION && definition.kind !== Kind.INTERFACE_TYPE_DEFINITION)
      continue;
    const type = schema.getType(definition.name.value);
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    for (const { name, type: fieldType } of definition.fields ?? []) {
      const directive = type.getFields()[name.value]?.astNode?.directives?.find(isSemanticNonNull);
      if (!directive || !fieldType.loc) continue;
      printed += `${sdl.slice(end, fieldType.loc.end)} ${print(directive)}`;
      end = fieldType.loc.end;
    }
  }
  return printed + sdl.slice(end);
}
