import type { OperationVariables, TypedDocumentNode, Unmasked } from '@apollo/client';
import { data, type LoaderFunctionArgs } from 'react-router';
import { type Problem, statusOf } from './dataErrors.ts';
import { graphContext } from './graphContext.ts';
import { warm } from './preloadQuery.ts';

/** The data of every page loader: the errors of the response that is in the cache. */
export interface PageFaults {
  problems: Problem[];
}

/** The variables of the queries that find their subject by the slug in the address. */
export const slugParam = ({ params: { slug = '' } }: LoaderFunctionArgs): { slug: string } => ({ slug });

/**
 * Makes the loader of a route, which loads the query of its page into the cache.
 * @param variablesOf the variables of the query, from the route parameters
 * @param subjectOf the subject of the page; the status is 404 if it is null and the response has no errors
 * @throws a response with status 404, or with the status of the problems (`statusOf`)
 */
export const loadPage = <D, V extends OperationVariables>(
  query: TypedDocumentNode<D, V>,
  variablesOf: (args: LoaderFunctionArgs) => V,
  subjectOf: (data: Unmasked<D>) => unknown,
) => {
  return async (args: LoaderFunctionArgs): Promise<PageFaults> => {
    const { data: result, problems } = await warm(args.context.get(graphContext), query, variablesOf(args));
    if (result && subjectOf(result)) return { problems };
    if (problems.length > 0) throw data({ problems }, { status: statusOf(problems) });
    throw data(null, { status: 404 });
  };
};
