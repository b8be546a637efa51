import { ApolloLink } from '@apollo/client/link';
import { mergeMap, of } from 'rxjs';

/**
 * Sends the id of a document instead of its text where the build has given it one, and asks by GET, so that whoever stands
 * between may keep the answer. A graph that does not know the id, for it is of another build, is sent the text.
 * An operation with `fresh` in its context is asked by POST, which nobody between answers.
 */
export const byId = new ApolloLink((operation, forward) => {
  const { id } = operation.query as { id?: string };
  if (!id) return forward(operation);
  operation.extensions.persistedQuery = { version: 1, sha256Hash: id };
  const send = (includeQuery: boolean) => {
    const method = includeQuery || operation.getContext().fresh ? 'POST' : 'GET';
    // What a browser keeps is looked at again every time, and not only some time later.
    operation.setContext({ http: { includeQuery }, fetchOptions: { method, cache: 'no-cache' } });
    return forward(operation);
  };
  return send(false).pipe(
    mergeMap((answer) =>
      'errors' in answer && answer.errors?.[0]?.extensions?.code === 'PERSISTED_QUERY_NOT_FOUND'
        ? send(true)
        : of(answer),
    ),
  );
});
