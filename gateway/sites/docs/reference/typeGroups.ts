import { type GraphQLField, type GraphQLNamedType, Kind } from 'graphql';
import { derivedSearchTypes } from '../../../core/model/derivedSearch.ts';
import type { Model } from '../../../core/model/model.ts';
import { readCoreSdl } from '../../../graphql/schema/buildSchema.ts';

/** The groups of types and root fields in the reference: the providers, and what the gateway does itself. */
export const GROUPS = ['Content', 'Media', 'Search', 'Gateway'] as const;
export type Group = (typeof GROUPS)[number];

/** The groups of the files of core SDL. */
const GROUPS_OF_FILES: Readonly<Record<string, Group>> = {
  'node.graphql': 'Content',
  'filters.graphql': 'Content',
  'image.graphql': 'Content',
  'richText.graphql': 'Content',
  'richTextKinds.graphql': 'Content',
  'video.graphql': 'Media',
  'search.graphql': 'Search',
};

const ROOT_TYPES: ReadonlySet<string> = new Set(['Query', 'Mutation', 'Subscription']);

/** Tells which provider a type or a root field belongs to. */
export interface TypeGroups {
  ofType(type: Pick<GraphQLNamedType, 'name'>): Group;
  ofRootField(field: Pick<GraphQLField<unknown, unknown>, 'name'>): Group;
}

/** Reads the groups of core types and root fields from the file that declares them. Those of a model are content. */
export function readTypeGroups(model: Model): TypeGroups {
  const types = new Map<string, Group>(
    Object.keys(derivedSearchTypes(model)).map((name) => [name, 'Search']),
  );
  const rootFields = new Map<string, Group>();
  for (const definition of readCoreSdl().definitions) {
    if (!('name' in definition) || !definition.name || !definition.loc) continue;
    const file = definition.loc.source.name.split(/[\\/]/).at(-1) ?? '';
    const group = GROUPS_OF_FILES[file] ?? 'Gateway';
    const { value: name } = definition.name;
    const isObject =
      definition.kind === Kind.OBJECT_TYPE_DEFINITION || definition.kind === Kind.OBJECT_TYPE_EXTENSION;
    if (isObject && ROOT_TYPES.has(name))
      for (const field of definition.fields ?? []) rootFields.set(field.name.value, group);
    else types.set(name, group);
  }
  return {
    ofType: ({ name }) => types.get(name) ?? 'Content',
    ofRootField: ({ name }) => rootFields.get(name) ?? 'Content',
  };
}
