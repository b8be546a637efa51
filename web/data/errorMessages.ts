import { isOffline } from '../lib/navigation/isOffline.ts';
import type { DataError } from './dataErrors.ts';

const SERVICES: Record<string, string> = {
  content: 'The content service',
  media: 'The video service',
  search: 'Search',
};

const RESTRICTED = 'This site requires authentication. Contact its publisher for access.';

const MESSAGES: Record<string, (service: string) => string> = {
  UPSTREAM_UNAVAILABLE: (service) => `${service} cannot be reached at the moment.`,
  UPSTREAM_TIMEOUT: (service) => `${service} took too long to respond.`,
  UPSTREAM_THROTTLED: (service) => `${service} has received too many requests. Try again in a minute.`,
  CALL_LIMIT_REACHED: (service) => `${service} has received too many requests. Try again in a moment.`,
  UPSTREAM_REJECTED: (service) => `${service} rejected our request. The error has been logged.`,
  UPSTREAM_QUERY_REJECTED: (service) => `${service} could not process the request.`,
  UNAUTHENTICATED: () => RESTRICTED,
  FORBIDDEN: () => RESTRICTED,
  AMBIGUOUS_LOOKUP: () => 'Part of this page is ambiguous and is not shown.',
  CONTENT_MISMATCH: () => 'Part of this page has unexpected content and is not shown.',
  INCOMPLETE_DOCUMENT: () => 'Part of this page is incomplete and is not shown.',
  DOCUMENT_NOT_TRUSTED: () => 'This page is out of date. Reload it.',
  OVERLOADED: () => 'The server is overloaded. Try again in a moment.',
  RATE_LIMITED: () => 'Too many requests from your network. Try again in a moment.',
  UNREACHABLE: () => 'The magazine cannot be reached. Check your connection, then try again.',
};

const messageOf = ({ code, service }: DataError): string => {
  const name = (service && SERVICES[service]) || 'Part of this page';
  return (MESSAGES[code] ?? (() => `${name} could not be shown.`))(name);
};

/** Returns the messages of errors for readers, each once. They never contain the message of a provider. */
export const errorMessages = (errors: readonly DataError[]): string[] => [...new Set(errors.map(messageOf))];

/** The heading of an error, and the sentence after it. */
export type ErrorHeading = readonly [heading: string, sentence: string];

/** The headings of errors that also pages without data have. */
export const ERROR_HEADINGS = {
  failed: ['This page cannot be shown right now', 'The reel has torn.'],
  offline: ['You are offline', 'The line is dead.'],
  overloaded: ['The server is overloaded', 'Every seat is taken.'],
  rateLimited: ['Too many requests', 'The reel runs too fast.'],
} as const satisfies Record<string, ErrorHeading>;

const NO_ACCESS: ErrorHeading = ['You don’t have access', 'This is a private showing.'];

const HEADINGS: Record<string, ErrorHeading> = {
  UNAUTHENTICATED: NO_ACCESS,
  FORBIDDEN: NO_ACCESS,
  RATE_LIMITED: ERROR_HEADINGS.rateLimited,
  UPSTREAM_THROTTLED: ERROR_HEADINGS.rateLimited,
  CALL_LIMIT_REACHED: ERROR_HEADINGS.rateLimited,
  OVERLOADED: ERROR_HEADINGS.overloaded,
  DOCUMENT_NOT_TRUSTED: ['This page is out of date', 'A newer print has arrived.'],
};

/**
 * Returns the heading that names errors in place of which nothing else can be shown, and the sentence after it.
 * @param fallback for errors that only their message describes
 */
export const errorHeading = (errors: readonly DataError[], fallback: ErrorHeading): ErrorHeading => {
  if (isOffline() && errors.some(({ code }) => code === 'UNREACHABLE')) return ERROR_HEADINGS.offline;
  return errors.map(({ code }) => HEADINGS[code]).find(Boolean) ?? fallback;
};
