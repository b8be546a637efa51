import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql';
import type { RequestedDocument } from '../../core/operationRequest.ts';
import type { OperationLimits } from './cost/operationLimits.ts';
import { trustedDocumentRule } from './limits/documentLimits.ts';
import { oneOfVariables, rootTypes } from './limits/specificationRules.ts';

export const VALIDATION_OPTIONS = { maxErrors: 5 } as const;

/** The rules of documents besides the rules of graphql-js. Trusted documents have no limits. */
export const documentRules = (
  { documentRule }: Pick<OperationLimits, 'documentRule'>,
  isTrusted: boolean,
): readonly ValidationRule[] => [isTrusted ? trustedDocumentRule : documentRule, oneOfVariables, rootTypes];

/** Returns the errors of a document in a schema. */
export const validateDocument = (
  schema: GraphQLSchema,
  document: DocumentNode,
  limits: Pick<OperationLimits, 'documentRule'>,
  { isTrusted }: Pick<RequestedDocument, 'isTrusted'>,
): readonly GraphQLError[] =>
  validate(schema, document, [...specifiedRules, ...documentRules(limits, isTrusted)], VALIDATION_OPTIONS);
