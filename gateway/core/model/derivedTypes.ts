import { type DefinitionNode, type Location, parse, type TypeDefinitionNode } from 'graphql';
import {
  canBeFiltered,
  enumFilter,
  includedFields,
  listAndUnionFilters,
  typeFilter,
} from './derivedFilters.ts';
import { lookupTypes } from './derivedLookups.ts';
import { orderTypes } from './derivedOrders.ts';
import type { Model, ModelType } from './model.ts';

/**
 * Returns the types derived from a model: connections, edges, inputs of lookups, orders and filters. Each has the location of
 * the type that it is derived from, except filters of lists and unions.
 * @param excluded fields that cannot be filtered or ordered, as `Type.field`: computed fields, and fields that require more scopes than their type
 */
export function derivedTypes(model: Model, excluded: ReadonlySet<string>): readonly TypeDefinitionNode[] {
  const enums = model.definitions.definitions.flatMap((definition) =>
    definition.kind === 'EnumTypeDefinition' && model.enums.has(definition.name.value)
      ? parseAt<TypeDefinitionNode>(enumFilter(definition), definition.loc)
      : [],
  );
  return [
    ...[...model.types.values()].flatMap((type) => {
      if (!canBeFiltered(model, type)) return [];
      const sdl = `${type.document ? documentTypes(type, excluded) : ''}${typeFilter(model, type, excluded)}`;
      return sdl === '' ? [] : parseAt<TypeDefinitionNode>(sdl, type.node.loc);
    }),
    ...listAndUnionFilters(model, excluded).flatMap((sdl) => parseAt<TypeDefinitionNode>(sdl, undefined)),
    ...enums,
  ];
}

/** Parses derived SDL; errors in it are reported at the given location. */
export function parseAt<Definition extends DefinitionNode>(
  sdl: string,
  loc: Location | undefined,
): readonly Definition[] {
  const { definitions } = parse(sdl, { noLocation: true });
  return definitions.map((definition) => ({ ...definition, ...(loc && { loc }) }) as unknown as Definition);
}

const documentTypes = (type: ModelType, excluded: ReadonlySet<string>): string => `${connectionTypes(type)}
    ${lookupTypes(type)}
    ${orderTypes(type, includedFields(type, excluded))}
    `;

/** Returns the SDL of the connection of a document type, and of its edges. */
export function connectionTypes({ name, document }: ModelType): string {
  const plural = document?.plural;
  return `"A page of ${plural}."
    type ${name}Connection {
      "The documents of this page with their cursors."
      edges: [${name}Edge!]!
      "The documents of this page; null for a document that lacks a required attribute."
      nodes: [${name}]! @semanticNonNull(levels: [1])
      "The position of this page in the list."
      pageInfo: PageInfo!
      "The number of documents on all pages."
      totalCount: Int!
    }
    "A document in a page of ${plural}."
    type ${name}Edge {
      "The position in the list: the value for \`after\` and \`before\`."
      cursor: String!
      "The document; null if it lacks a required attribute."
      node: ${name} @semanticNonNull
    }`;
}
