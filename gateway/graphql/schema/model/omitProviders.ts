import { basename } from 'node:path';
import {
  type DefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  Kind,
  type ObjectTypeDefinitionNode,
  type ObjectTypeExtensionNode,
  type UnionTypeDefinitionNode,
} from 'graphql';
import type { Provider } from '../../../core/errors.ts';
import { namedTypeOf } from '../../../core/model/model.ts';

/** The files of core SDL whose types come from a provider. */
const FILES: Readonly<Record<Provider, readonly string[]>> = {
  content: [],
  media: ['video.graphql'],
  search: ['search.graphql', 'indexStatus.graphql'],
};
/** Types of search that describe parts of videos. */
const MOMENT_TYPES = ['Moment', 'MomentConnection', 'MomentEdge'];

/** SDL without what the absent providers resolve. */
interface RemainingSdl {
  readonly core: DocumentNode;
  readonly model: DocumentNode;
  /** Removed fields of the model, as `Type.field`. */
  readonly removedFields: ReadonlySet<string>;
}

/**
 * Removes the types of absent providers from SDL, with the fields and union members that have one of them. Without search,
 * fields with `@related` are removed too, and no field is `@searchable`.
 */
export function omitProviders(
  core: DocumentNode,
  model: DocumentNode,
  absent: ReadonlySet<Provider>,
): RemainingSdl {
  const files = new Set([...absent].flatMap((provider) => FILES[provider]));
  const isOfAbsent = ({ loc }: DefinitionNode) => loc !== undefined && files.has(basename(loc.source.name));
  const types = new Set([
    // Not their extensions of `Query`.
    ...core.definitions.filter((d) => isOfAbsent(d) && !/Extension$/.test(d.kind)).flatMap(nameOf),
    ...(absent.has('media') ? MOMENT_TYPES : []),
  ]);
  const removedFields = new Set<string>();
  const prune = (definition: DefinitionNode): readonly DefinitionNode[] => {
    if (definition.kind === Kind.UNION_TYPE_DEFINITION) return [withoutMembers(definition, types)];
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION && definition.kind !== Kind.OBJECT_TYPE_EXTENSION)
      return [definition];
    const isKept = (field: FieldDefinitionNode) =>
      !types.has(namedTypeOf(field.type)) && !(absent.has('search') && hasDirective(field, 'related'));
    for (const field of definition.fields ?? [])
      if (!isKept(field)) removedFields.add(`${definition.name.value}.${field.name.value}`);
    const fields = (definition.fields ?? [])
      .filter(isKept)
      .map((field) => (absent.has('search') ? withoutDirective(field, 'searchable') : field));
    return isEmptied(definition, fields) ? [] : [{ ...definition, fields }];
  };
  const isKept = (definition: DefinitionNode) =>
    !isOfAbsent(definition) && !nameOf(definition).some((name) => types.has(name));
  return {
    core: { ...core, definitions: core.definitions.filter(isKept).flatMap(prune) },
    model: { ...model, definitions: model.definitions.flatMap(prune) },
    removedFields,
  };
}

const nameOf = (definition: DefinitionNode): readonly string[] =>
  'name' in definition && definition.name ? [definition.name.value] : [];

const hasDirective = ({ directives = [] }: FieldDefinitionNode, name: string): boolean =>
  directives.some((directive) => directive.name.value === name);

const withoutDirective = (field: FieldDefinitionNode, name: string): FieldDefinitionNode => ({
  ...field,
  directives: field.directives?.filter((directive) => directive.name.value !== name) ?? [],
});

const withoutMembers = (
  union: UnionTypeDefinitionNode,
  types: ReadonlySet<string>,
): UnionTypeDefinitionNode => ({
  ...union,
  types: union.types?.filter(({ name }) => !types.has(name.value)) ?? [],
});

/** Returns whether an extension has lost all its fields. A type that has is an error of the model. */
const isEmptied = (
  { kind, fields = [] }: ObjectTypeDefinitionNode | ObjectTypeExtensionNode,
  kept: readonly FieldDefinitionNode[],
): boolean => kind === Kind.OBJECT_TYPE_EXTENSION && fields.length > 0 && kept.length === 0;
