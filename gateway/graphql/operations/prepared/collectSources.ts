import { defaultFieldResolver, type GraphQLFieldResolver } from 'graphql';
import type { Context } from '../../../core/context.ts';
import { type FindSources, sourceFinderOf, sourcesAt } from '../../../core/valueSources.ts';
import type { ResponseSources } from '../run/responseSources.ts';

type Resolver = GraphQLFieldResolver<unknown, Context>;

/** The part of `FieldExecution` that collects sources. */
interface Collection {
  readonly execution: { readonly sources: ResponseSources | undefined };
}

/**
 * Returns a resolver that also collects the sources of the field's value. It has no getter, so that the executor calls it.
 * @param isOfLeaves whether the values are scalars or enums
 * @returns undefined for a resolver whose values have no sources
 */
export function withSourceCollection(
  resolve: Resolver,
  responseKey: string,
  isOfLeaves: boolean,
): Resolver | undefined {
  const findSources: FindSources | undefined = sourceFinderOf(resolve);
  if (!findSources && !(isOfLeaves && resolve === defaultFieldResolver)) return undefined;
  return (parent, args, context, info) => {
    const sources = findSources?.(parent, responseKey) ?? sourcesAt(parent, info.fieldName);
    (info as unknown as Collection).execution.sources?.add(info.path, sources);
    return resolve(parent, args, context, info);
  };
}
