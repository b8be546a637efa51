import type { OperationVariables, TypedDocumentNode, Unmasked } from '@apollo/client';
import { data, type LoaderFunctionArgs } from 'react-router';
import { clientContext } from './clientContext.ts';
import { type DataError, httpStatusOf } from './dataErrors.ts';
import { preloadQuery } from './preloadQuery.ts';

/** The data of page loaders: the errors of the response in the cache. Also the data of a page's error response. */
export interface PageErrors {
  errors: DataError[];
}

/** Errors about values of the address, for example `?after=` of another list. */
const INPUT_CODES: ReadonlySet<string> = new Set(['BAD_CURSOR', 'BAD_USER_INPUT']);

/** Returns the `slug` parameter of the route as query variables. */
export const slugParam = ({ params: { slug = '' } }: LoaderFunctionArgs): { slug: string } => ({ slug });

/**
 * Creates the loader of a route. It loads the query of the page into the cache.
 * @param variablesOf returns the query variables from the route parameters
 * @param subjectOf returns the subject of the page
 * @throws a response without a subject: with status 404, or `httpStatusOf` errors that are not about the address
 */
export const loadPage = <D, V extends OperationVariables>(
  query: TypedDocumentNode<D, V>,
  variablesOf: (args: LoaderFunctionArgs) => V,
  subjectOf: (data: Unmasked<D>) => unknown,
) => {
  return async (args: LoaderFunctionArgs): Promise<PageErrors> => {
    const { data: result, errors } = await preloadQuery(
      args.context.get(clientContext),
      query,
      variablesOf(args),
    );
    if (result && subjectOf(result)) return { errors };
    const isNotFound = errors.every(({ code }) => INPUT_CODES.has(code));
    throw isNotFound ? data(null, { status: 404 }) : data({ errors }, { status: httpStatusOf(errors) });
  };
};
