import { fetchQuery, graphql, requestSubscription } from 'relay-runtime';
import FilmQuery, { type filmStoreQuery } from './__generated__/filmStoreQuery.graphql';
import ChangesSubscription, {
  type filmStoreSubscription,
} from './__generated__/filmStoreSubscription.graphql';
import { createEnvironment } from './environment';

const environment = createEnvironment('en');

/** The documents, for the compiler. The functions use the generated artifacts. */
export const documents = () => [
  graphql`
    query filmStoreQuery {
      films(first: 1, filter: { slug: { eq: "lorenz" } }) {
        nodes {
          __typename
          id
          title
        }
      }
    }
  `,
  graphql`
    subscription filmStoreSubscription {
      contentChanged(types: [FILM]) {
        documentId
        kind
        type
      }
    }
  `,
];

/** Reads a film into the store. */
export const loadFilm = () => fetchQuery<filmStoreQuery>(environment, FilmQuery, {}).toPromise();

/** Follows changes. @returns the ids of changed documents so far, and the function that ends the subscription */
export function followChanges() {
  const changed: string[] = [];
  const { dispose } = requestSubscription<filmStoreSubscription>(environment, {
    subscription: ChangesSubscription,
    variables: {},
    onNext: (data) => changed.push(data?.contentChanged.documentId ?? ''),
  });
  return { changed, dispose };
}

/** Returns what the store has of a document. */
export function storedDocument(id: string) {
  const record = environment.getStore().getSource().get(id);
  return record && { __typename: record.__typename, title: record.title };
}
