import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  type ConstDirectiveNode,
  type DefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  Kind,
  type ObjectTypeDefinitionNode,
  parse,
  Source,
  valueFromASTUntyped,
} from 'graphql';
import pluralize from 'pluralize';
import { foldExtensions } from './foldExtensions.ts';
import {
  connectionTargetName,
  lowerFirst,
  type Model,
  type ModelField,
  type ModelType,
  namedTypeOf,
  type Origin,
  type FieldShape,
} from '../../../core/model/model.ts';

const VALUE_SHAPES: ReadonlyMap<string, FieldShape> = new Map([
  ['Image', 'image'],
  ['RichText', 'richText'],
  ['Video', 'video'],
]);
const SCALARS = new Set(['ID', 'String', 'Int', 'Float', 'Boolean', 'DateTime', 'Date', 'JSON']);

/** The arguments of a directive as plain values; undefined when the node does not carry it. */
export function directiveArguments(
  node: { readonly directives?: readonly ConstDirectiveNode[] | undefined },
  name: string,
): Record<string, unknown> | undefined {
  const directive = node.directives?.find((d) => d.name.value === name);
  if (!directive) return undefined;
  return Object.fromEntries(
    (directive.arguments ?? []).map((argument) => [argument.name.value, valueFromASTUntyped(argument.value)]),
  );
}

/**
 * Parses every `.graphql` file of a folder, keeping file names for messages.
 * @throws Error when there is none, GraphQLError with the place when one does not parse.
 */
export function readSdl(folder: string): DocumentNode {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.graphql'))
    .sort();
  if (files.length === 0)
    throw new Error(`expected .graphql files in ${folder}, found none: set SCHEMA_DIR to a folder of SDL`);
  const definitions: DefinitionNode[] = files.flatMap((file) => {
    const path = join(folder, file);
    return [...parse(new Source(readFileSync(path, 'utf8'), relative(process.cwd(), path))).definitions];
  });
  return { kind: Kind.DOCUMENT, definitions };
}

/** Reads what a model says of its types. What it says wrongly is found by `checkModel`. */
export function readModel(sdl: DocumentNode): Model {
  const definitions = foldExtensions(sdl);
  const declared = definitions.definitions.filter(
    (d): d is ObjectTypeDefinitionNode => d.kind === Kind.OBJECT_TYPE_DEFINITION && d.name.value !== 'Query',
  );
  const documentNames = new Set(
    declared.filter((d) => directiveArguments(d, 'document')).map((d) => d.name.value),
  );
  // Connections and their edges may be declared, and are core's all the same.
  const isPaging = (name: string) =>
    connectionTargetName(documentNames, name.replace(/Edge$/, 'Connection')) !== undefined;
  const objects = declared.filter((d) => documentNames.has(d.name.value) || !isPaging(d.name.value));
  const objectNames = new Set(objects.map((d) => d.name.value));
  const implementing = (name: string) =>
    objects.filter((d) => d.interfaces?.some((i) => i.name.value === name)).map((d) => d.name.value);
  const unions = new Map(
    definitions.definitions.flatMap((d): [string, readonly string[]][] => {
      if (d.kind === Kind.INTERFACE_TYPE_DEFINITION) return [[d.name.value, implementing(d.name.value)]];
      return d.kind === Kind.UNION_TYPE_DEFINITION
        ? [[d.name.value, (d.types ?? []).map((t) => t.name.value)]]
        : [];
    }),
  );
  const enums = new Set(
    definitions.definitions.flatMap((d) => (d.kind === Kind.ENUM_TYPE_DEFINITION ? [d.name.value] : [])),
  );

  const connected = (typeName: string) => connectionTargetName(documentNames, typeName);
  const shapeOf = (typeName: string): FieldShape => {
    const value = VALUE_SHAPES.get(typeName);
    if (value) return value;
    if (documentNames.has(typeName)) return 'document';
    if (connected(typeName)) return 'connection';
    if (unions.has(typeName) || typeName === 'Node') return 'union';
    if (enums.has(typeName)) return 'enum';
    return objectNames.has(typeName) && !SCALARS.has(typeName) ? 'object' : 'scalar';
  };

  const readField = (node: FieldDefinitionNode, isDocument: boolean): ModelField => {
    const typeName = namedTypeOf(node.type);
    const shape = shapeOf(typeName);
    const nullable = node.type.kind === Kind.NON_NULL_TYPE ? node.type.type : node.type;
    const searchable = directiveArguments(node, 'searchable');
    return {
      name: node.name.value,
      typeName,
      shape,
      target:
        shape === 'connection'
          ? connected(typeName)
          : shape === 'document' || shape === 'union'
            ? typeName
            : undefined,
      isList: nullable.kind === Kind.LIST_TYPE,
      isRequired: node.type.kind === Kind.NON_NULL_TYPE,
      origin: isDocument && isIdentity(node) ? { kind: 'identity' } : readOrigin(node),
      searchable: searchable && {
        weight: Number(searchable.weight ?? 1),
        facet: searchable.facet === true,
      },
      node,
    };
  };

  const types = new Map(
    objects.map((node): [string, ModelType] => {
      const name = node.name.value;
      const document = directiveArguments(node, 'document');
      return [
        name,
        {
          name,
          document: document && {
            type: String(document.type ?? lowerFirst(name)),
            plural: String(document.plural ?? pluralize(lowerFirst(name))),
          },
          fields: new Map(
            (node.fields ?? []).map((field) => [field.name.value, readField(field, document !== undefined)]),
          ),
          node,
        },
      ];
    }),
  );
  const documents = [...types.values()].filter((type) => type.document);
  return {
    types,
    documents,
    unions,
    enums,
    typeOfDocument: new Map(documents.map((type) => [type.document!.type, type.name])),
    definitions,
  };
}

const isIdentity = (node: FieldDefinitionNode) =>
  node.name.value === 'id' && namedTypeOf(node.type) === 'ID' && (node.directives ?? []).length === 0;

function readOrigin(node: FieldDefinitionNode): Origin {
  const groq = directiveArguments(node, 'groq');
  if (groq) return { kind: 'groq', expr: String(groq.expr ?? '') };
  const inverse = directiveArguments(node, 'inverse');
  if (inverse) return { kind: 'inverse', path: String(inverse.field ?? '') };
  const asset = directiveArguments(node, 'asset');
  if (asset) return { kind: 'asset', attribute: String(asset.field ?? node.name.value) };
  const related = directiveArguments(node, 'related');
  if (related) return { kind: 'related', by: Array.isArray(related.by) ? related.by.map(String) : [] };
  return { kind: 'attribute' };
}
