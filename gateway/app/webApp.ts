import { readFileSync } from 'node:fs';
import {
  FieldsOnCorrectTypeRule,
  FragmentsOnCompositeTypesRule,
  type GraphQLSchema,
  KnownArgumentNamesRule,
  KnownTypeNamesRule,
  PossibleFragmentSpreadsRule,
  ProvidedRequiredArgumentsRule,
  parse,
  ScalarLeafsRule,
  ValuesOfCorrectTypeRule,
  VariablesInAllowedPositionRule,
  validate,
} from 'graphql';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { findWebApp, type WebApp } from '../http/pages/builtWeb.ts';

/** The rules that depend on the schema. All other rules hold since the app was built, and would take as long again. */
const SCHEMA_RULES = [
  KnownTypeNamesRule,
  FieldsOnCorrectTypeRule,
  ScalarLeafsRule,
  FragmentsOnCompositeTypesRule,
  PossibleFragmentSpreadsRule,
  KnownArgumentNamesRule,
  ProvidedRequiredArgumentsRule,
  ValuesOfCorrectTypeRule,
  VariablesInAllowedPositionRule,
];

/** An operation of the app that a schema cannot execute. */
interface UnfitOperation {
  readonly operation: string;
  /** The first error. */
  readonly reason: string;
}

/**
 * Returns the built app if it is served: one of the sites, whose operations fit the schema. An app belongs to one model; where it
 * does not fit, the reader takes its place.
 * @throws Error without the reader, if there is no app or its operations do not fit
 */
export function chooseWebApp(config: Config, schema: GraphQLSchema, log: Logger): WebApp | undefined {
  const { sites } = config;
  if (!sites.app) return undefined;
  const webApp = findWebApp(config);
  if (!webApp) {
    if (sites.reader) return undefined;
    throw new Error(
      'SITES: expected a built app, found none; build it with npm run build, or add reader, which takes its place',
    );
  }
  const unfit = findUnfitOperation(webApp.documentManifest, schema);
  if (!unfit) return webApp;
  const { operation, reason } = unfit;
  if (!sites.reader)
    throw new Error(
      `SITES: expected an app whose operations fit the schema, got ${operation}: ${reason}; serve the model of the app, or name reader in place of app`,
    );
  log.warn(
    { operation, reason },
    'the reader is served in place of the app, whose operations do not fit the schema; SITES without app omits this message',
  );
  return undefined;
}

/** Returns the first operation of a manifest that is invalid in a schema. */
function findUnfitOperation(manifest: string, schema: GraphQLSchema): UnfitOperation | undefined {
  const { operations } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    readonly operations: readonly { readonly name: string; readonly body: string }[];
  };
  for (const { name, body } of operations) {
    const [error] = validate(schema, parse(body, { noLocation: true }), SCHEMA_RULES, { maxErrors: 1 });
    if (error) return { operation: name, reason: error.message };
  }
  return undefined;
}
