/** The stable codes of problems. `docs/doctor.md` explains each. */
export const PROBLEM_CODES = [
  'ADDRESS_UNUSABLE',
  'CHECK_FAILED',
  'CHECK_TIMED_OUT',
  'CLOCK_SKEWED',
  'CONFIGURATION_INVALID',
  'CONTENT_CORS_WILDCARD',
  'CONTENT_DATASET_EMPTY',
  'CONTENT_DATASET_MISSING',
  'CONTENT_LIVE_EVENTS_MISSING',
  'CONTENT_PERMISSION_MISSING',
  'CONTENT_PERSPECTIVE_REJECTED',
  'CONTENT_PROJECT_MISSING',
  'CONTENT_TOKEN_REJECTED',
  'CONTENT_TOKEN_TOO_POWERFUL',
  'CONTENT_UNREACHABLE',
  'CONTENT_WEBHOOK_DISABLED',
  'CONTENT_WEBHOOK_FILTER',
  'CONTENT_WEBHOOK_MISSING',
  'CONTENT_WEBHOOK_PROJECTION',
  'CONTENT_WEBHOOK_SECRET',
  'CONTENT_WEBHOOK_TRIGGERS',
  'CONTENT_WEBHOOKS_UNREADABLE',
  'EMULATORS_NOT_RUNNING',
  'MEDIA_PERMISSION_MISSING',
  'MEDIA_RESTRICTION_UNUSED',
  'MEDIA_SIGNATURE_REJECTED',
  'MEDIA_SIGNING_KEY_MISSING',
  'MEDIA_SIGNING_KEY_UNKNOWN',
  'MEDIA_TOKEN_REJECTED',
  'MEDIA_TOKEN_TOO_POWERFUL',
  'MEDIA_UNREACHABLE',
  'MEDIA_WEBHOOK_DISABLED',
  'MEDIA_WEBHOOK_MISSING',
  'MEDIA_WEBHOOKS_UNREADABLE',
  'MODEL_INVALID',
  'PUBLIC_URL_LOCAL',
  'REDIS_EVICTS_STATE',
  'REDIS_NOT_DURABLE',
  'REDIS_UNREACHABLE',
  'SEARCH_INDEX_EMPTY',
  'SEARCH_INDEX_INCOMPLETE',
  'SEARCH_INDEX_NOT_BUILT',
  'SEARCH_INDEX_SETTINGS_CHANGED',
  'SEARCH_KEY_ACL_MISSING',
  'SEARCH_KEY_EXPIRES',
  'SEARCH_KEY_INDEX_DENIED',
  'SEARCH_KEY_REJECTED',
  'SEARCH_KEY_TOO_POWERFUL',
  'SEARCH_RECORD_TOO_LARGE',
  'SEARCH_UNREACHABLE',
  'SETTING_UNKNOWN',
  'START_REFUSED',
  'STATE_FOLDER_FULL',
  'STATE_FOLDER_NOT_WRITABLE',
] as const;

export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** The expected state, the actual one, and the correction. None of them contains a secret. */
export interface ProblemText {
  readonly expected: string;
  readonly actual: string;
  readonly fix: string;
}

/** A failure prevents a start, a warning does not. A part that is not yet built is not broken: a command builds it. */
export interface Problem extends ProblemText {
  readonly status: 'warning' | 'notBuilt' | 'failure';
  readonly code: ProblemCode;
}

/** The result of a check. */
export type CheckOutcome = { readonly status: 'ok'; readonly detail: string } | Problem;

/** A read-only check of an account or of a part of this machine. */
export interface Check {
  /** Stable, e.g. `content-token`. */
  readonly id: string;
  readonly title: string;
  /** Runs the check. @throws CheckOutcomeError, or any other error, which is reported as a failure */
  run(signal: AbortSignal): Promise<CheckOutcome>;
}

export const ok = (detail: string): CheckOutcome => ({ status: 'ok', detail });
const problem =
  (status: Problem['status']) =>
  (code: ProblemCode, text: ProblemText): Problem => ({ status, code, ...text });
export const warning = problem('warning');
export const notBuilt = problem('notBuilt');
export const failure = problem('failure');

/** Ends a check with an outcome. */
export class CheckOutcomeError extends Error {
  override readonly name = 'CheckOutcomeError';
  readonly outcome: CheckOutcome;
  constructor(outcome: CheckOutcome) {
    super(outcome.status === 'ok' ? outcome.detail : `${outcome.code}: ${outcome.actual}`);
    this.outcome = outcome;
  }
}
