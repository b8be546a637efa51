import type { OperationVariables, TypedDocumentNode, Unmasked } from '@apollo/client';
import { data, type LoaderFunctionArgs } from 'react-router';
import { clientContext } from './clientContext.ts';
import { type DataError, httpStatusOf } from './dataErrors.ts';
import { preloadQuery } from './preloadQuery.ts';

/** The data of page loaders: the errors of the response in the cache. Also the data of a page's error response. */
export interface PageErrors {
  errors: DataError[];
}

/** Returns the `slug` parameter of the route as query variables. */
export const slugParam = ({ params: { slug = '' } }: LoaderFunctionArgs): { slug: string } => ({ slug });

/**
 * Creates the loader of a route. It loads the query of the page into the cache.
 * @param variablesOf returns the query variables from the route parameters
 * @param subjectOf returns the subject of the page; if it is null and there are no errors, the status is 404
 * @throws a response with status 404 or `httpStatusOf` the errors
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
    if (errors.length > 0) throw data({ errors }, { status: httpStatusOf(errors) });
    throw data(null, { status: 404 });
  };
};
