import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { type DocumentNode, type GraphQLSchema, Kind } from 'graphql';
import type { Context } from '../../core/context.ts';
import { type Binders, bindModel, type ComputedFields } from './bindDirectives.ts';
import { checkModel } from './checks/modelChecks.ts';
import { expandModel, joinSdl } from './model/expandModel.ts';
import { needsSearch } from '../../core/model/derivedSearch.ts';
import type { Model } from '../../core/model/model.ts';
import { readModel, readSdl } from './model/readModel.ts';
import { scalars } from './scalars.ts';
import { guardScopes } from './scopes/scopeGuards.ts';
import { describeScopes, scopedFields } from './scopes/scopeDescriptions.ts';

const CORE = fileURLToPath(new URL('../../../schema/core', import.meta.url));

/** Resolvers of types and their fields, as graphql-tools takes them. */
export type ResolverMap = Record<string, Record<string, unknown>>;

/** A model, its computed fields, and the whole public schema that follows, as SDL. */
export interface TypeDefs {
  readonly model: Model;
  readonly computed: ComputedFields;
  readonly typeDefs: DocumentNode;
}

/**
 * Core, a model, and what the model implies, as one document. A model without searchable types has no search.
 * @throws Error when the folder holds no SDL, GraphQLError with the place when it does not parse.
 */
export async function readTypeDefs(schemaDir: string): Promise<TypeDefs> {
  const model = readModel(readSdl(schemaDir));
  const computed = await readComputedFields(schemaDir);
  const core = readSdl(CORE);
  const { definitions, derived } = expandModel(
    model,
    new Set([...namesOf(computed), ...scopedFields(model)]),
  );
  return {
    model,
    computed,
    typeDefs: describeScopes(joinSdl(needsSearch(model) ? core : withoutSearch(core), definitions, derived)),
  };
}

function withoutSearch(core: DocumentNode): DocumentNode {
  return {
    kind: Kind.DOCUMENT,
    definitions: core.definitions.filter(
      (definition) => !definition.loc?.source.name.endsWith('search.graphql'),
    ),
  };
}

/**
 * The computed fields of a model: `resolvers.ts` (or `.js`) beside its SDL, which exports `resolvers`.
 * @throws Error when the file is there and exports something else.
 */
async function readComputedFields(schemaDir: string): Promise<ComputedFields> {
  const file = ['resolvers.ts', 'resolvers.js']
    .map((name) => join(resolve(schemaDir), name))
    .find(existsSync);
  if (!file) return {};
  const { resolvers } = (await import(pathToFileURL(file).href)) as { resolvers?: ComputedFields };
  if (typeof resolvers !== 'object' || resolvers === null)
    throw new Error(
      `expected ${file} to export \`resolvers\`, an object of types with their computed fields`,
    );
  return resolvers;
}

/** The computed fields of a model as `Type.field`. */
const namesOf = (computed: ComputedFields): ReadonlySet<string> =>
  new Set(
    Object.entries(computed).flatMap(([type, fields]) =>
      Object.keys(fields).map((field) => `${type}.${field}`),
    ),
  );

interface SchemaOptions<C> extends TypeDefs {
  readonly binders: Binders<C>;
  /** Resolvers of the fields that core SDL declares. */
  readonly resolvers: readonly ResolverMap[];
}

/**
 * Builds the executable schema: every field bound to the provider of its origin.
 * @throws ModelError that lists every fault of the model.
 */
export function buildSchema<C extends Context>({
  model,
  typeDefs,
  computed,
  binders,
  resolvers,
}: SchemaOptions<C>): GraphQLSchema {
  checkModel(model, typeDefs, namesOf(computed));
  const schema = makeExecutableSchema({
    typeDefs,
    resolvers: [scalars, bindModel(model, binders, computed), ...resolvers] as never,
    inheritResolversFromInterfaces: false,
    resolverValidationOptions: {
      requireResolversToMatchSchema: 'error',
      requireResolversForResolveType: 'error',
    },
  });
  return guardScopes(schema);
}
