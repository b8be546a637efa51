import type { HttpResponse } from '../execution/sendRequest.ts';
import { servedBy } from '../execution/servedBy.ts';
import { ResponseActions } from './ResponseActions.tsx';

interface ResponseSummaryProps {
  readonly response: HttpResponse;
  /** The name of the file with the response. */
  readonly fileName: string;
}

/** Renders status, time, size, layer and cost of a response, and buttons that copy and download it. */
export const ResponseSummary = ({ response, fileName }: ResponseSummaryProps) => {
  const { status, durationMs, bytes, headers } = response;
  const layer = servedBy(headers);
  const cost = headers.get('x-ratelimit-cost');
  return (
    <div className="summary">
      <div role="status" aria-label="Summary of the response">
        <dl>
          <Figure name="Status" value={String(status)} className={status < 400 ? 'good' : 'bad'} />
          <Figure name="Time" value={`${Math.round(durationMs)} ms`} />
          <Figure name="Size" value={sizeOf(bytes)} />
          {layer && <Figure name="Served by" value={layer} />}
          {cost && <Figure name="Cost" value={`${cost} points`} />}
        </dl>
      </div>
      <ResponseActions fileName={fileName} text={response.text} />
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
