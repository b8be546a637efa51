import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { createContext, data, type LoaderFunctionArgs, redirectDocument } from 'react-router';
import { isOffline } from '../lib/navigation/isOffline.ts';
import { readPath } from '../lib/paths.ts';
import { type DataError, httpStatusOf } from './dataErrors.ts';
import { queryClientRouterContext } from './queryClient.ts';

/** Router context of the function that returns the hash of the address that is loaded, which the requests of loaders lack. */
export const hashContext = createContext<() => string>(() => '');

/**
 * The data of page loaders: only the errors of the page's query, because components read its data with the hook of the query.
 * Also the data of a page's error response.
 */
export interface PageErrors {
  errors: readonly DataError[];
}

/** Returns the slug in the path of the page as query variables; an empty one, which no document has, for a malformed path. */
export const slugParam = ({ request }: Pick<LoaderFunctionArgs, 'request'>): { slug: string } => ({
  slug: readPath(new URL(request.url).pathname)?.slug ?? '',
});

/**
 * Loads the query of a page.
 * @param subjectOf returns what the page is about, for example the film; the page does not exist without it
 * @throws a response without a subject: with status 404, or `httpStatusOf` the errors; if the server
 * cannot be reached, a redirect to the copy of the page or the offline page, with which the service worker responds
 */
export const loadPageQuery = async <D, V extends OperationVariables>(
  { request: { url }, context }: LoaderFunctionArgs,
  query: TypedDocumentNode<D, V>,
  variables: V,
  subjectOf: (data: D) => unknown,
): Promise<PageErrors & { data: D }> => {
  const redirectToWorker = () => redirectDocument(`${url}${context.get(hashContext)()}`);
  // The copy is complete; the cache of Apollo Client has no rendered formulas, for example.
  if (isOffline() && (await hasOfflineCopy(url))) throw redirectToWorker();
  const { data: result, errors } = await context.get(queryClientRouterContext).load(query, variables);
  if (result && subjectOf(result)) return { data: result, errors };
  if (hasServiceWorker() && errors.some(({ code }) => code === 'UNREACHABLE')) throw redirectToWorker();
  throw errors.length === 0
    ? data(null, { status: 404 })
    : data({ errors }, { status: httpStatusOf(errors) });
};

/**
 * Creates the loader of a route, which loads the query of the page as `loadPageQuery` does.
 * @param variablesOf returns the query variables, for example from the path
 */
export const createPageLoader =
  <D, V extends OperationVariables>(
    query: TypedDocumentNode<D, V>,
    variablesOf: (args: LoaderFunctionArgs) => V,
    subjectOf: (data: D) => unknown,
  ) =>
  async (args: LoaderFunctionArgs): Promise<PageErrors> => {
    const { errors } = await loadPageQuery(args, query, variablesOf(args), subjectOf);
    return { errors };
  };

/** Returns whether the service worker responds to navigations of this page. False on the server. */
const hasServiceWorker = (): boolean =>
  typeof document !== 'undefined' && Boolean(navigator.serviceWorker?.controller);

/** Returns whether the browser has a copy of a page, with which the service worker responds. */
const hasOfflineCopy = async (url: string): Promise<boolean> =>
  hasServiceWorker() && Boolean(await caches.match(new URL(url).pathname));
