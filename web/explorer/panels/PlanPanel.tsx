import type { Execution } from '../execution/useExecutions.ts';
import { type PlannedRequest, PlanRequests } from './PlanRequests.tsx';
import { usePost } from './usePost.ts';

interface Plan {
  readonly requests: readonly PlannedRequest[];
  readonly estimatedCost: number;
  readonly actualCost: number;
  readonly fieldCosts: readonly { readonly path: string; readonly cost: number }[];
  readonly scopes: readonly string[];
  readonly tags: readonly string[];
  readonly errors: readonly { readonly message: string }[];
}

const NO_HEADERS = {};

/** Renders the plan of the last query: the gateway executes it once more with the same headers, without its caches. */
export const PlanPanel = ({ execution }: { readonly execution: Execution | undefined }) => {
  const sent = execution?.kind === 'response' ? execution : undefined;
  const plan = usePost<Plan>('/explorer/plan', sent?.request, sent?.sentHeaders ?? NO_HEADERS);
  if (!sent)
    return <p className="empty">Run a query to see its requests to the providers, its cost and its tags.</p>;
  if (plan.kind === 'loading')
    return (
      <p className="empty" role="status">
        Running without caches …
      </p>
    );
  if (plan.kind === 'error')
    return (
      <p className="empty error-message" role="alert">
        {plan.message}
      </p>
    );
  return <PlanView plan={plan.value} />;
};

const PlanView = ({ plan }: { readonly plan: Plan }) => {
  const { requests, estimatedCost, actualCost, fieldCosts, scopes, tags, errors } = plan;
  const maxCost = Math.max(...fieldCosts.map(({ cost }) => cost), 1);
  return (
    <>
      <p className="hint">
        The query was executed once more without caches. It cost {actualCost} points; the estimate was{' '}
        {estimatedCost}.
      </p>
      {errors.map(({ message }) => (
        <p key={message} className="error-message">
          {message}
        </p>
      ))}
      <h2>
        Provider requests <span className="count">{requests.length}</span>
      </h2>
      <PlanRequests requests={requests} />
      <h2>Estimated cost by field</h2>
      <table className="costs">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Points</th>
          </tr>
        </thead>
        <tbody>
          {fieldCosts.map(({ path, cost }) => (
            <tr key={path}>
              <th scope="row">
                <meter min={0} max={maxCost} value={cost} aria-hidden="true" /> {path}
              </th>
              <td>{cost}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {scopes.length > 0 && (
        <>
          <h2>Required scopes</h2>
          <ul className="tags">
            {scopes.map((scope) => (
              <li key={scope}>{scope}</li>
            ))}
          </ul>
        </>
      )}
      <h2>
        Cache tags <span className="count">{tags.length}</span>
      </h2>
      <ul className="tags">
        {tags.map((tag) => (
          <li key={tag}>{tag}</li>
        ))}
      </ul>
    </>
  );
};
