import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import type { GraphQLFormattedError } from 'graphql';

/** A part of an answer that is missing, said so that a reader understands it. Plain data: it can cross from server to browser. */
export interface Problem {
  /** The field that is missing, e.g. `film.video.playback`. */
  path: string;
  /** The graph's stable code, or `UNREACHABLE` when the graph itself did not answer. */
  code: string;
  /** The service that failed, when the graph named it. */
  service: string | null;
  message: string;
  /** Seconds after which the graph wants to be asked again, when it says so. */
  retryAfter?: number;
}

const SERVICES: Record<string, string> = {
  content: 'Words and pictures',
  media: 'The film library',
  search: 'Search',
};

const CLOSED = 'The magazine is not open to everybody at the moment. Whoever keeps it can tell you more.';

const WORDS: Record<string, (who: string) => string> = {
  UPSTREAM_UNAVAILABLE: (who) =>
    `${who} cannot be reached at the moment. What you see is the rest of the page.`,
  UPSTREAM_TIMEOUT: (who) => `${who} took too long to answer. What you see is the rest of the page.`,
  UPSTREAM_THROTTLED: (who) => `${who} has had too many visitors at once. It will be back in a minute.`,
  UPSTREAM_REFUSED: (who) => `${who} turned us away. The fault is ours, and it has been noted.`,
  UPSTREAM_QUERY_REFUSED: (who) => `${who} could not make sense of what was asked.`,
  UNAUTHENTICATED: () => CLOSED,
  FORBIDDEN: () => CLOSED,
  INCOMPLETE_DOCUMENT: () => 'Something on this page is unfinished and has been left out.',
  BAD_CURSOR: () => 'This list has changed since you began to read it. Start from the top.',
  DOCUMENT_NOT_TRUSTED: () => 'This page is of an older edition of the magazine. Load it anew.',
  OVERLOADED: () => 'More readers have come than there is room for. It will be better in a moment.',
  RATE_LIMITED: () => 'So much has been asked from here that the magazine has to rest for a while.',
  UNREACHABLE: () => 'The magazine cannot be reached. Look whether you are connected, then try again.',
};

const wordsFor = (code: string, service: string | null): string => {
  const who = (service && SERVICES[service]) || 'Part of this page';
  return (WORDS[code] ?? (() => `${who} could not be shown.`))(who);
};

/**
 * What a failed or partly failed answer lacks, one entry for each fault; identical sentences are said once.
 * @param error what Apollo Client reports beside the data; nothing means no problem
 */
export const problemsOf = (error: unknown): Problem[] => {
  if (!error) return [];
  const errors = CombinedGraphQLErrors.is(error) ? error.errors : refusalsIn(error);
  if (!errors)
    return [{ path: '', code: 'UNREACHABLE', service: null, message: wordsFor('UNREACHABLE', null) }];
  const problems = errors.map(({ path, extensions }) => {
    const code = typeof extensions?.code === 'string' ? extensions.code : 'UNKNOWN';
    const service = typeof extensions?.service === 'string' ? extensions.service : null;
    const told = { path: path?.join('.') ?? '', code, service, message: wordsFor(code, service) };
    const retryAfter = extensions?.retryAfter;
    return typeof retryAfter === 'number' ? { ...told, retryAfter } : told;
  });
  return problems.filter((problem, at) => problems.findIndex((p) => p.message === problem.message) === at);
};

/** What a graph says that took no operation: it answers as JSON, with a status that Apollo Client takes for a failure. */
const refusalsIn = (error: unknown): readonly GraphQLFormattedError[] | null => {
  if (!ServerError.is(error)) return null;
  try {
    const { errors } = JSON.parse(error.bodyText) as { errors?: readonly GraphQLFormattedError[] };
    return Array.isArray(errors) && errors.length > 0 ? errors : null;
  } catch {
    return null;
  }
};

/** Codes of what is not for those without a key, as readers are. */
const CLOSED_CODES: ReadonlySet<string> = new Set(['UNAUTHENTICATED', 'FORBIDDEN']);

/**
 * The status of what could not be made for these problems: 429 where the reader has asked for too much, 403 where the
 * graph is closed to readers, and only else 503, a failure that somebody should look at.
 */
export const statusOf = (problems: readonly Problem[]): 403 | 429 | 503 => {
  if (problems.some(({ code }) => code === 'RATE_LIMITED')) return 429;
  return problems.some(({ code }) => CLOSED_CODES.has(code)) ? 403 : 503;
};

/** Seconds after which all of it may be asked again, as far as the graph said. */
export const retryAfterOf = (problems: readonly Problem[]): number | undefined => {
  const told = problems.flatMap(({ retryAfter }) => retryAfter ?? []);
  return told.length > 0 ? Math.max(...told) : undefined;
};
