import type { Execution } from '../execution/useExecutions.ts';

/** Renders the headers of a response, and its cache tags one by one. */
export const HeadersPanel = ({ execution }: { readonly execution: Execution | undefined }) => {
  if (execution?.kind !== 'response')
    return <p className="empty">Run a query or a mutation to see the headers of its response.</p>;
  const { headers } = execution.response;
  const tags = headers.get('cache-tag')?.split(',') ?? [];
  return (
    <>
      <table className="headers">
        <thead>
          <tr>
            <th scope="col">Header</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {[...headers].map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {tags.length > 0 && (
        <>
          <h2>Cache tags</h2>
          <ul className="tags">
            {tags.map((tag) => (
              <li key={tag}>{tag}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
};
