import { OperationTypeNode } from 'graphql';
import { PUBLISHED } from '../../../core/context.ts';
import { quoted } from '../../../core/describeValue.ts';
import { inputError } from '../../../core/errors.ts';
import { HttpError } from '../../../core/httpError.ts';
import { DRAFT_SCOPES, hasRequiredScopes } from '../../../core/scopes.ts';
import { forbidden } from '../../../services/auth/authErrors.ts';
import type { OperationRun } from '../run/operationRun.ts';
import { ResponseSources } from '../run/responseSources.ts';

/** The directive of queries whose responses have a source map. */
const DIRECTIVE = 'contentSourceMaps';
/** The only value of the header. */
const REQUESTED = '1';

/**
 * Collects the sources of the values of a query, if its response has a source map: they are requested from the content service.
 * @throws GraphQLError `FORBIDDEN`, `NEEDS_PERSPECTIVE`, `BAD_REQUEST` or `BAD_USER_INPUT` if the response cannot have one
 */
export function requestSources(run: Pick<OperationRun, 'operation' | 'contextValue'>): void {
  const { operation, contextValue } = run;
  const header = contextValue.request?.sourceMapHeader;
  const isDirected = operation?.directives?.some(({ name }) => name.value === DIRECTIVE) ?? false;
  if (header === undefined && !isDirected) return;
  const subject = header === undefined ? `@${DIRECTIVE}` : 'X-Content-Source-Map';
  if (header !== undefined && header !== REQUESTED)
    throw new HttpError(
      400,
      'BAD_REQUEST',
      `${subject}: expected 1, got ${quoted(header)}; send 1, or omit the header`,
    );
  const { scopes, perspective } = contextValue.audience;
  if (!hasRequiredScopes(DRAFT_SCOPES, scopes))
    throw forbidden(
      `${subject}: expected a key with the scope read:drafts, got none or one without it; use such a key, or omit ${subject}`,
      { requiredScopes: DRAFT_SCOPES, scopes },
    );
  if (perspective === PUBLISHED) throw needsPerspective(subject);
  if (operation && operation.operation !== OperationTypeNode.QUERY)
    throw inputError(
      `${subject}: expected a query, got a ${operation.operation}; only responses to queries have a source map`,
    );
  contextValue.progress.sources = new ResponseSources();
  contextValue.content.requestSources();
}

const needsPerspective = (subject: string): HttpError =>
  new HttpError(
    400,
    'NEEDS_PERSPECTIVE',
    `${subject}: expected a perspective other than published, got published; send X-Perspective: drafts, or the name of a release`,
  );
