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

type Heading = readonly [heading: string, sentence: string];

const NO_ACCESS: Heading = ['You don’t have access', 'This is a private showing.'];
const TOO_MANY_REQUESTS: Heading = ['Too many requests', 'The reel runs too fast.'];
const OFFLINE: Heading = ['You are offline', 'The line is dead.'];

const HEADINGS: Record<string, Heading> = {
  UNAUTHENTICATED: NO_ACCESS,
  FORBIDDEN: NO_ACCESS,
  RATE_LIMITED: TOO_MANY_REQUESTS,
  UPSTREAM_THROTTLED: TOO_MANY_REQUESTS,
  CALL_LIMIT_REACHED: TOO_MANY_REQUESTS,
  OVERLOADED: ['The server is overloaded', 'Every seat is taken.'],
  DOCUMENT_NOT_TRUSTED: ['This page is out of date', 'A newer print has arrived.'],
};

/**
 * Returns the heading that names errors in place of which nothing else can be shown, and the sentence after it.
 * @param fallback for errors that only their message describes
 */
export const errorHeading = (errors: readonly DataError[], fallback: Heading): Heading => {
  if (isOffline() && errors.some(({ code }) => code === 'UNREACHABLE')) return OFFLINE;
  return errors.map(({ code }) => HEADINGS[code]).find(Boolean) ?? fallback;
};
