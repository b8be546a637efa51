import { createElement } from 'react';
import { graphql, RelayEnvironmentProvider, useLazyLoadQuery, usePaginationFragment } from 'react-relay';
import { act, create } from 'react-test-renderer';
import {
  Environment,
  fetchQuery,
  Network,
  RecordSource,
  type RequestParameters,
  Store,
  type Variables,
} from 'relay-runtime';
import FilmsFragment, { type FilmPages_films$key } from './__generated__/FilmPages_films.graphql';
import FilmsQuery, { type FilmPagesQuery } from './__generated__/FilmPagesQuery.graphql';
import type { FilmPagesRefetchQuery } from './__generated__/FilmPagesRefetchQuery.graphql';

/** The documents of the components, for the compiler. The components use the generated artifacts. */
export const documents = () => [
  graphql`
    query FilmPagesQuery($after: String, $count: Int) {
      ...FilmPages_films @arguments(after: $after, first: $count)
    }
  `,
  graphql`
    fragment FilmPages_films on Query
    @refetchable(queryName: "FilmPagesRefetchQuery")
    @throwOnFieldError
    @argumentDefinitions(
      first: { type: "Int" }
      after: { type: "String" }
      last: { type: "Int" }
      before: { type: "String" }
    ) {
      films(first: $first, after: $after, last: $last, before: $before, orderBy: { field: TITLE })
        @connection(key: "FilmPages_films") {
        edges {
          node {
            title
          }
        }
      }
    }
  `,
];

type Pages = ReturnType<typeof usePaginationFragment<FilmPagesRefetchQuery, FilmPages_films$key>>;

/**
 * Renders a page in the middle of a list, then loads the pages before and after it.
 * @param after the cursor before the page
 * @returns the titles in the list after each step
 */
export async function pageBothWays(url: string, after: string): Promise<string[][]> {
  const send = async ({ text: query }: RequestParameters, variables: Variables) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    return response.json();
  };
  const environment = new Environment({
    network: Network.create(send),
    store: new Store(new RecordSource()),
  });
  const variables = { after, count: 2 };
  await fetchQuery<FilmPagesQuery>(environment, FilmsQuery, variables).toPromise();
  let pages: Pages | undefined;
  const Films = ({ films }: { films: FilmPages_films$key }) => {
    pages = usePaginationFragment<FilmPagesRefetchQuery, FilmPages_films$key>(FilmsFragment, films);
    return null;
  };
  const Page = () => createElement(Films, { films: useLazyLoadQuery<FilmPagesQuery>(FilmsQuery, variables) });
  // The contract marks lists and nodes as null only with an error, and Relay throws errors of fields.
  const titles = () => (pages?.data ? pages.data.films.edges.map(({ node }) => node.title) : []);

  // The second name stops the renderer from warning that it is deprecated.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, IS_REACT_NATIVE_TEST_ENVIRONMENT: true });
  await act(async () => {
    create(createElement(RelayEnvironmentProvider, { environment, children: createElement(Page) }));
  });
  const loaded = (load: 'loadNext' | 'loadPrevious', count: number) =>
    act(
      () =>
        new Promise<void>((resolve, reject) => {
          if (!pages) throw new Error('expected the rendered list, got none');
          pages[load](count, { onComplete: (error) => (error ? reject(error) : resolve()) });
        }),
    );
  const steps = [titles()];
  await loaded('loadNext', 3);
  steps.push(titles());
  await loaded('loadPrevious', 2);
  steps.push(titles());
  return [...steps, [`next ${pages?.hasNext}`, `previous ${pages?.hasPrevious}`]];
}
