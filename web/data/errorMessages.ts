import type { DataError } from './dataErrors.ts';

const SERVICES: Record<string, string> = {
  content: 'The content service',
  media: 'The video service',
  search: 'Search',
};

const RESTRICTED = 'This site requires authentication. Contact its publisher for access.';

const MESSAGES: Record<string, (service: string) => string> = {
  UPSTREAM_UNAVAILABLE: (service) =>
    `${service} cannot be reached at the moment. The rest of the page is shown.`,
  UPSTREAM_TIMEOUT: (service) => `${service} took too long to respond. The rest of the page is shown.`,
  UPSTREAM_THROTTLED: (service) => `${service} has received too many requests. Try again in a minute.`,
  CALL_LIMIT_REACHED: (service) => `${service} has received too many requests. Try again in a moment.`,
  UPSTREAM_REJECTED: (service) => `${service} rejected our request. The error has been logged.`,
  UPSTREAM_QUERY_REJECTED: (service) => `${service} could not process the request.`,
  UNAUTHENTICATED: () => RESTRICTED,
  FORBIDDEN: () => RESTRICTED,
  AMBIGUOUS_LOOKUP: () => 'Part of this page is ambiguous and is not shown.',
  CONTENT_MISMATCH: () => 'Part of this page has unexpected content and is not shown.',
  INCOMPLETE_DOCUMENT: () => 'Part of this page is incomplete and is not shown.',
  BAD_CURSOR: () => 'This list has changed. Reload the page.',
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
