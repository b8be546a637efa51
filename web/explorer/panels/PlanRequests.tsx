/** A request to a provider. */
export interface PlannedRequest {
  readonly provider: 'content' | 'media' | 'search';
  readonly description: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly isFailed: boolean;
}

const PROVIDERS = { content: 'Sanity', media: 'Mux', search: 'Algolia' } as const;

/** Renders requests in their order, with a bar that shows when each began and ended, and what it contained. */
export const PlanRequests = ({ requests }: { readonly requests: readonly PlannedRequest[] }) => {
  const endMs = Math.max(...requests.map(({ startedAtMs, durationMs }) => startedAtMs + durationMs), 1);
  if (requests.length === 0) return <p className="hint">None: the query needs no provider.</p>;
  return (
    <ol className="requests">
      {requests.map((request, index) => (
        <li key={index} className={request.provider}>
          <details>
            <summary>
              <b>{PROVIDERS[request.provider]}</b>
              <span className="times">
                {request.isFailed && 'failed, '}from {Math.round(request.startedAtMs)} ms for{' '}
                {Math.max(1, Math.round(request.durationMs))} ms
              </span>
              <TimeBar request={request} endMs={endMs} />
            </summary>
            <pre>{textOf(request)}</pre>
          </details>
        </li>
      ))}
    </ol>
  );
};

/** The geometry is data, so it is in attributes and not in a style. */
const TimeBar = ({ request, endMs }: { readonly request: PlannedRequest; readonly endMs: number }) => (
  <svg className="time-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
    <rect
      x={(100 * request.startedAtMs) / endMs}
      y="0"
      width={Math.max(0.5, (100 * request.durationMs) / endMs)}
      height="4"
    />
  </svg>
);

function textOf({ provider, description, parameters = {} }: PlannedRequest): string {
  const lines = Object.entries(parameters).map(([name, value]) => `$${name} = ${JSON.stringify(value)}`);
  const text = provider === 'search' ? JSON.stringify(JSON.parse(description), null, 2) : description;
  return [text, ...lines].join('\n');
}
