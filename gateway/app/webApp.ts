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
import { findWebApp, type WebApp } from '../http/routes/builtWeb.ts';

/** The rules that depend on the schema. The others hold since the app was built, and take as long again. */
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
 * Returns the built app if it is served: one whose operations fit the schema, unless `APP` is `reader` or `off`. An app belongs
 * to one model.
 * @throws Error with `APP=on` if there is no app, or its operations do not fit
 */
export function chooseWebApp(config: Config, schema: GraphQLSchema, log: Logger): WebApp | undefined {
  if (config.app === 'off' || config.app === 'reader') return undefined;
  const webApp = findWebApp(config);
  if (!webApp) {
    if (config.app === 'on')
      throw new Error('APP=on: expected a built app, found none; build it with npm run build');
    return undefined;
  }
  const unfit = findUnfitOperation(webApp.documentManifest, schema);
  if (!unfit) return webApp;
  const { operation, reason } = unfit;
  if (config.app === 'on')
    throw new Error(
      `APP=on: expected an app whose operations fit the schema, got ${operation}: ${reason}; serve the model of the app, or set APP=reader`,
    );
  log.warn(
    { operation, reason },
    'the app is not served, because its operations do not fit the schema; APP=reader or APP=off omits this message',
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
