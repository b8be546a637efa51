import type { GraphQLFormattedError } from 'graphql';
import type { PageMessage } from '../../../../schema/pages.ts';
import { type Html, html, isolate } from '../markup/html.ts';
import { joinLine } from '../markup/joinLine.ts';
import type { ErrorName } from '../messages/messages.ts';
import { HOME_PATH, pathWith } from '../model/paths.ts';
import { NoData } from '../operations/requestOperation.ts';
import type { PageContext } from '../views/view.ts';
import { NotFound } from './notFound.ts';
import type { Frame, PageContent } from './site.ts';

/** An error about which there is a page. */
export interface PageError {
  readonly status: number;
  readonly name: ErrorName;
}

/** What the page about an error says. */
export interface ErrorText {
  readonly status: number;
  readonly title: string;
  readonly text: string;
  /** The links; by default to the home page. */
  readonly links?: PageMessage['links'];
}

const NOT_FOUND: PageError = { status: 404, name: 'notFound' };
export const UNAVAILABLE: PageError = { status: 503, name: 'unavailable' };
export const RATE_LIMITED: PageError = { status: 429, name: 'rateLimited' };
export const NO_LANGUAGE: PageError = { status: 400, name: 'unknownLanguage' };
const NOT_PUBLIC: PageError = { status: 403, name: 'notPublic' };
const AMBIGUOUS: PageError = { status: 409, name: 'ambiguous' };
export const FAILED: PageError = { status: 500, name: 'failed' };

/** The pages of the codes of errors. */
const BY_CODE: ReadonlyMap<unknown, PageError> = new Map([
  ['RATE_LIMITED', RATE_LIMITED],
  ['UNAUTHENTICATED', NOT_PUBLIC],
  ['FORBIDDEN', NOT_PUBLIC],
  ['AMBIGUOUS_LOOKUP', AMBIGUOUS],
  ['BAD_CURSOR', NOT_FOUND],
  ['BAD_USER_INPUT', NOT_FOUND],
  ['NOT_FOUND', NOT_FOUND],
  ...[
    'UPSTREAM_UNAVAILABLE',
    'UPSTREAM_TIMEOUT',
    'UPSTREAM_THROTTLED',
    'UPSTREAM_REJECTED',
    'UPSTREAM_TOO_LARGE',
    'CALL_LIMIT_REACHED',
    'OVERLOADED',
    'TOO_MANY_REQUESTS',
    'ACCESS_UNAVAILABLE',
  ].map((code) => [code, UNAVAILABLE] as const),
]);

/** Returns an error for its page; undefined for an unexpected one. */
export function pageErrorOf(error: unknown): PageError | undefined {
  if (error instanceof NotFound) return NOT_FOUND;
  if (!(error instanceof NoData)) return undefined;
  const known = error.errors.flatMap(({ extensions }) => BY_CODE.get(extensions?.code) ?? []);
  return known[0];
}

/** Returns what the page about an error says, in the language of the page. */
export const describeError = (
  { status, name }: PageError,
  { messages }: Pick<PageContext, 'messages'>,
): ErrorText => ({ status, ...messages.errors[name] });

/** Returns the content of an error page. @param errors of the operation, which the page lists */
export function errorContent(
  { status, title, text, links }: ErrorText,
  frame: Frame,
  { messages, locale }: PageContext,
  errors: readonly GraphQLFormattedError[] = [],
): PageContent {
  const home = { label: messages.home, href: pathWith(HOME_PATH, { locale }) };
  return {
    status,
    title,
    frame,
    trail: [],
    main: html`<h1>${isolate(title)}</h1>
<p>${isolate(text)}</p>
${details(errors)}
<p>${joinLine((links ?? [home]).map(({ label, href }) => html`<a href="${href}">${label}</a>`))}</p>`,
  };
}

const details = (errors: readonly GraphQLFormattedError[]): Html | undefined =>
  errors.length > 0
    ? html`<ul class="errors">${errors.slice(0, 3).map(({ message }) => html`<li>${isolate(message)}</li>`)}</ul>`
    : undefined;

/** Retries after this time are likely to succeed. */
export const retryHeaders = ({ status }: Pick<ErrorText, 'status'>): Readonly<Record<string, string>> =>
  status === 503 || status === 429 ? { 'retry-after': '5' } : {};
