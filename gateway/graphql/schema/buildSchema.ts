import { basename } from 'node:path';
import { makeExecutableSchema } from '@graphql-tools/schema';
import {
  type DefinitionNode,
  type DocumentNode,
  type GraphQLSchema,
  isObjectType,
  Kind,
  type ObjectTypeDefinitionNode,
} from 'graphql';
import type { Context } from '../../core/context.ts';
import { PROVIDERS, type Provider } from '../../core/errors.ts';
import { DEFAULT_LOCALES, type Locales } from '../../core/locales.ts';
import { usesCoreType } from '../../core/model/coreTypes.ts';
import { needsSearch } from '../../core/model/derivedSearch.ts';
import { withSlicedFields } from '../../core/model/listSlices.ts';
import { isLocalized, type Model } from '../../core/model/model.ts';
import { fieldsBeyondType } from '../../core/model/requiredScopes.ts';
import { packageFile } from '../../core/packageFiles.ts';
import { withContentCosts } from '../../providers/content/costs/contentCosts.ts';
import { type Binders, bindModel, type ComputedFields } from './bindDirectives.ts';
import { checkModel } from './checks/modelChecks.ts';
import { explainEnumErrors } from './enums/enumErrors.ts';
import { enumResolvers } from './enums/enumResolvers.ts';
import { guardSizes } from './listSizes.ts';
import { directiveArguments } from './model/directiveArguments.ts';
import { expandModel, joinSdl } from './model/expandModel.ts';
import { omitProviders } from './model/omitProviders.ts';
import { omitSearchFilter } from './model/omitSearchFilter.ts';
import { readModel } from './model/readModel.ts';
import { readSdl } from './model/readSdl.ts';
import { readModelFiles } from './readModelFiles.ts';
import { scalars } from './scalars.ts';
import { describeScopes } from './scopes/scopeDescriptions.ts';
import { guardScopes } from './scopes/scopeGuards.ts';

const CORE = packageFile('schema/core');

/** Resolvers by type and field. */
export type ResolverMap = Record<string, Record<string, unknown>>;

/** A model, its computed fields, and the SDL of the public schema. */
export interface TypeDefs {
  readonly model: Model;
  readonly computed: ComputedFields;
  readonly typeDefs: DocumentNode;
}

/**
 * Reads and checks a model, and joins core SDL, the model's SDL and the derived SDL. The schema of a model without
 * searchable types has no search.
 * @param providers what other providers resolve is not in the schema
 * @param locales the languages of the content
 * @throws Error if the folder has no SDL; ModelError with all errors of the files, or else of the model
 */
export async function readTypeDefs(
  schemaDir: string,
  providers: readonly Provider[] = PROVIDERS,
  locales: Locales = DEFAULT_LOCALES,
): Promise<TypeDefs> {
  const files = await readModelFiles(schemaDir);
  const sdl = readCore();
  const absent = new Set(PROVIDERS.filter((provider) => !providers.includes(provider)));
  const remaining = omitProviders(sdl.core, withCoreKinds(files.sdl, sdl.kinds), absent);
  const { core } = remaining;
  const computed = withoutFields(files.computed, remaining.removedFields);
  const names = computedFieldNames(computed);
  const declared = { ...readModel(remaining.model), locales, objectText: files.objectText };
  const model = withContentCosts(withSlicedFields(declared, names));
  const { definitions, derived } = expandModel(model, new Set([...names, ...fieldsBeyondType(model)]));
  const served = omitSearchFilter(neededBy(model, core), model);
  const typeDefs = describeScopes(joinSdl(served, definitions, derived));
  return checkTypeDefs({ model, computed, typeDefs });
}

/** Checks definitions and returns them. @throws ModelError with all errors of the model */
export function checkTypeDefs(defs: TypeDefs): TypeDefs {
  checkModel(defs.model, defs.typeDefs, computedFieldNames(defs.computed));
  return defs;
}

/** Reads core SDL. A model cannot have types with its names. */
export const readCoreSdl = (): DocumentNode => readSdl(CORE);

/** Reads core SDL. The objects in rich text are apart, because they become types of the model. */
function readCore(): { readonly core: DocumentNode; readonly kinds: readonly ObjectTypeDefinitionNode[] } {
  const { definitions } = readCoreSdl();
  const isKind = (definition: DefinitionNode): definition is ObjectTypeDefinitionNode =>
    definition.kind === Kind.OBJECT_TYPE_DEFINITION &&
    directiveArguments(definition, 'richText') !== undefined;
  return {
    core: { kind: Kind.DOCUMENT, definitions: definitions.filter((definition) => !isKind(definition)) },
    kinds: definitions.filter(isKind),
  };
}

/** Adds the core kinds of objects in rich text, except those whose name the model declares. */
function withCoreKinds(sdl: DocumentNode, kinds: readonly ObjectTypeDefinitionNode[]): DocumentNode {
  const names = namesIn(sdl);
  const added = kinds.filter(({ name }) => !names.has(name.value));
  return joinSdl(sdl, { kind: Kind.DOCUMENT, definitions: added });
}

const namesIn = ({ definitions }: DocumentNode): ReadonlySet<string> =>
  new Set(
    definitions.flatMap((definition) =>
      'name' in definition && definition.name ? [definition.name.value] : [],
    ),
  );

/** Files of core SDL that only some models need. */
const OPTIONAL_FILES: Readonly<Record<string, (model: Model) => boolean>> = {
  'search.graphql': needsSearch,
  'file.graphql': (model) => usesCoreType(model, 'File'),
  'geoPoint.graphql': (model) => usesCoreType(model, 'GeoPoint'),
  'locales.graphql': isLocalized,
};

/** Returns core SDL without the files that a model does not need. */
const neededBy = (model: Model, core: DocumentNode): DocumentNode => ({
  kind: Kind.DOCUMENT,
  definitions: core.definitions.filter(
    ({ loc }) => OPTIONAL_FILES[basename(loc?.source.name ?? '')]?.(model) ?? true,
  ),
});

/** Removes the functions of fields that an absent provider would resolve. */
const withoutFields = (computed: ComputedFields, removed: ReadonlySet<string>): ComputedFields =>
  Object.fromEntries(
    Object.entries(computed).map(([type, fields]) => [
      type,
      Object.fromEntries(Object.entries(fields).filter(([field]) => !removed.has(`${type}.${field}`))),
    ]),
  );

/** Returns the names of computed fields as `Type.field`. */
export const computedFieldNames = (computed: ComputedFields): ReadonlySet<string> =>
  new Set(
    Object.entries(computed).flatMap(([type, fields]) =>
      Object.keys(fields).map((field) => `${type}.${field}`),
    ),
  );

interface SchemaOptions<C> extends TypeDefs {
  readonly binders: Binders<C>;
  /** Resolvers of core SDL. */
  readonly resolvers: readonly ResolverMap[];
}

/** Builds the executable schema of checked definitions. */
export function buildSchema<C extends Context>({
  model,
  typeDefs,
  computed,
  binders,
  resolvers,
}: SchemaOptions<C>): GraphQLSchema {
  const maps = [bindModel(model, binders, computed), ...resolvers];
  const schema = makeExecutableSchema({
    typeDefs,
    resolvers: [scalars, enumResolvers(model), ...maps] as never,
    inheritResolversFromInterfaces: false,
    updateResolversInPlace: true,
    resolverValidationOptions: {
      requireResolversToMatchSchema: 'error',
      requireResolversForResolveType: 'error',
    },
  });
  unbindResolvers(schema, maps as readonly ResolverMap[]);
  // A caller without the scopes of a field gets that error first.
  return explainEnumErrors(guardScopes(guardSizes(schema)));
}

/** Sets the resolvers of objects as they are: resolvers that `makeExecutableSchema` binds to their map have no getter. */
function unbindResolvers(schema: GraphQLSchema, maps: readonly ResolverMap[]): void {
  for (const [typeName, resolvers] of maps.flatMap(Object.entries<ResolverMap[string]>)) {
    const type = schema.getType(typeName);
    if (!isObjectType(type)) continue;
    for (const [name, resolve] of Object.entries(resolvers)) {
      const field = type.getFields()[name];
      if (field && typeof resolve === 'function') field.resolve = resolve as typeof field.resolve;
    }
  }
}
