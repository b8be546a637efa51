import type { HttpResponse } from '../execution/sendRequest.ts';
import { servedBy } from '../execution/servedBy.ts';

/** Renders status, time, size, layer and cost of a response. */
export const ResponseSummary = ({ response }: { readonly response: HttpResponse }) => {
  const { status, durationMs, bytes, headers } = response;
  const layer = servedBy(headers);
  const cost = headers.get('x-ratelimit-cost');
  return (
    <div className="summary" role="status" aria-label="Summary of the response">
      <dl>
        <Figure name="Status" value={String(status)} className={status < 400 ? 'good' : 'bad'} />
        <Figure name="Time" value={`${Math.round(durationMs)} ms`} />
        <Figure name="Size" value={sizeOf(bytes)} />
        {layer && <Figure name="Served by" value={layer} />}
        {cost && <Figure name="Cost" value={`${cost} points`} />}
      </dl>
    </div>
  );
};

const Figure = ({
  name,
  value,
  className,
}: {
  readonly name: string;
  readonly value: string;
  readonly className?: string;
}) => (
  <div>
    <dt>{name}</dt>
    <dd className={className}>{value}</dd>
  </div>
);

const sizeOf = (bytes: number): string => (bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} kB`);
