import type { Provider } from '../../core/errors.ts';

/** A request to a provider, as its client describes it. */
export interface DescribedRequest {
  readonly provider: Provider;
  /** The GROQ query, the search queries as JSON, or method and path. It contains no credentials. */
  readonly description: string;
  /** Parameters of a GROQ query. */
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** A request that was sent to a provider, with its times. */
export interface UpstreamRequest extends DescribedRequest {
  /** Milliseconds since the recording began. */
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly isFailed: boolean;
}

/** Records the requests of one operation to the providers. */
export interface UpstreamRecorder {
  /** Sends a request and records when it starts and ends. */
  record<T>(request: DescribedRequest, send: () => Promise<T>): Promise<T>;
  /** Returns the requests that have ended, in the order in which they started. */
  requests(): readonly UpstreamRequest[];
}

/** Creates a recorder; its times count from now. */
export function createUpstreamRecorder(): UpstreamRecorder {
  const beganAt = performance.now();
  const recorded: UpstreamRequest[] = [];
  return {
    async record(request, send) {
      const startedAt = performance.now();
      const end = (isFailed: boolean) =>
        recorded.push({
          ...request,
          startedAtMs: startedAt - beganAt,
          durationMs: performance.now() - startedAt,
          isFailed,
        });
      try {
        const response = await send();
        end(false);
        return response;
      } catch (error) {
        end(true);
        throw error;
      }
    },
    requests: () => recorded.toSorted((a, b) => a.startedAtMs - b.startedAtMs),
  };
}
