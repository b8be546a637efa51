import { type Provider, UpstreamError } from '../../core/errors.ts';
import { type CheckOutcome, CheckOutcomeError, failure, type Problem } from './check.ts';
import { UnexpectedShape } from './responseShape.ts';

const HOST_OF: Readonly<Record<Provider, string>> = {
  content: 'SANITY_API_HOST',
  media: 'MUX_HOST',
  search: 'ALGOLIA_HOST',
};
const CODE_OF = {
  content: 'CONTENT_UNREACHABLE',
  media: 'MEDIA_UNREACHABLE',
  search: 'SEARCH_UNREACHABLE',
} as const satisfies Record<Provider, string>;

/** The outcome for each status of a failure that a check expects. */
export type StatusOutcomes = Readonly<Record<number, CheckOutcome>>;

/**
 * Runs a call of a provider's SDK.
 * @throws CheckOutcomeError with the outcome for the status of the response, or that the provider is unreachable
 */
export async function callProvider<T>(
  provider: Provider,
  call: () => Promise<T>,
  outcomes: StatusOutcomes = {},
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    // The gateway's own clients wrap the error of the SDK.
    const cause = error instanceof UpstreamError ? (error.originalError ?? error) : (error as Error);
    const status = statusOf(cause);
    const outcome = status === undefined ? undefined : outcomes[status];
    throw new CheckOutcomeError(outcome ?? unexpectedFailure(provider, cause));
  }
}

/** Returns the problem of a call that failed for a reason that no check expects. */
export function unexpectedFailure(provider: Provider, error: Error): Problem {
  if (error instanceof UnexpectedShape)
    return failure(CODE_OF[provider], {
      expected: `${error.expected} from the service`,
      actual: error.actual,
      fix: `check that a proxy and ${HOST_OF[provider]} lead to the service: something else responds`,
    });
  const status = statusOf(error);
  const cause = (error.cause as Error | undefined)?.message;
  return failure(CODE_OF[provider], {
    expected: 'a response of the service',
    actual: status === undefined ? [error.message, cause].filter(Boolean).join(': ') : `status ${status}`,
    fix:
      status === undefined
        ? `check the network, a proxy, DNS and ${HOST_OF[provider]}`
        : "check the service's status page and its request log",
  });
}

/** The attributes with which the SDKs report the status of a response. */
interface SdkError {
  readonly statusCode?: number;
  readonly status?: number;
  readonly stackTrace?: readonly { readonly response?: { readonly status?: number } }[];
}

/** Returns the status of a failed call; undefined without a response. */
export function statusOf(error: unknown): number | undefined {
  const { statusCode, status, stackTrace } = (error ?? {}) as SdkError;
  return statusCode ?? status ?? (stackTrace?.at(-1)?.response?.status || undefined);
}
