import type { OperationVariables, TypedDocumentNode, Unmasked } from '@apollo/client';
import { data, type LoaderFunctionArgs, type Params } from 'react-router';
import { type Problem, statusOf } from '../graphql/problems.ts';
import type { Asked } from '../graphql/rehearse.ts';
import { warm } from '../graphql/warm.ts';
import { graphContext } from './graphContext.ts';

/** What every page's loader answers: the cache is warm, and this is what was missing from the answer. */
export interface PageFaults {
  problems: Problem[];
}

/** Where a page is: the parameters of its route, and its address. */
interface Place {
  readonly params: Params;
  readonly request: { readonly url: string };
}

/** A route's loader that says as well what its page asks. */
export interface PageLoader {
  (args: LoaderFunctionArgs): Promise<PageFaults>;
  asks(place: Place): Asked;
}

/**
 * A route's loader: warms the cache with the page's query.
 * @param query the page's document
 * @param variablesOf its variables from the route's parameters and address
 * @param subjectOf what the page is about; null makes the page a 404, unless the graph says why it is missing
 * @throws a response of status 404 when there is no such thing, else that of the problems: see `statusOf`
 */
export const loadPage = <D, V extends OperationVariables>(
  query: TypedDocumentNode<D, V>,
  variablesOf: (place: Place) => V,
  subjectOf: (data: Unmasked<D>) => unknown,
): PageLoader =>
  Object.assign(
    async (args: LoaderFunctionArgs): Promise<PageFaults> => {
      const { data: answer, problems } = await warm(args.context.get(graphContext), query, variablesOf(args));
      if (answer && subjectOf(answer)) return { problems };
      if (problems.length > 0) throw data({ problems }, { status: statusOf(problems) });
      throw data(null, { status: 404 });
    },
    { asks: (place: Place): Asked => ({ query, variables: variablesOf(place) }) },
  );
