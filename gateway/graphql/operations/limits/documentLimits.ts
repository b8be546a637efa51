import {
  type ASTNode,
  type ASTVisitor,
  type DirectiveNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import type { ErrorCode } from '../../../core/errors.ts';
import { createSizeCounter, type DocumentSize } from './documentSize.ts';
import { type DuplicatedField, measureMerged } from './mergedSelections.ts';

/**
 * The deepest operation of the app has 8 levels, a page builder with links in sections in sections 10. The depth of introspection is
 * limited by a rule of graphql-js.
 */
const OPERATION_LIMITS = { depth: 10, aliases: 30, directives: 30 };
/** The largest document of the app has about 300, a page with 25 kinds of blocks 3,100. */
const MAX_SELECTIONS = 4_000;
const MAX_REPORTED_NAME_CHARACTERS = 40;
const CONDITIONS: ReadonlySet<string> = new Set(['skip', 'include']);

const NO_FIELDS: DuplicatedField = { count: 0, node: undefined };

type LimitName = keyof typeof OPERATION_LIMITS;
const CODES: Readonly<Record<LimitName, ErrorCode>> = {
  depth: 'TOO_DEEP',
  aliases: 'TOO_MANY_ALIASES',
  directives: 'TOO_MANY_DIRECTIVES',
};
const FIXES: Readonly<Record<LimitName, string>> = {
  depth: 'request deeper fields in a second operation, with `node(id:)`',
  aliases: 'use lists and filters instead of one alias per object',
  directives: 'remove directives with constant conditions',
};

/**
 * Creates a validation rule that rejects documents over a limit. It runs on the whole document before all other rules, in
 * linear time, and skips them for a rejected document: some rules of graphql-js take quadratic time.
 * @param maxDuplicates maximum number of a field in one selection set, with expanded fragments and merged fields
 */
export const documentLimits = (maxDuplicates: number): ValidationRule =>
  documentRule((document, context) => checkDocument(document, context, maxDuplicates));

/**
 * The rule for trusted documents: limits protect against the documents of strangers, and the team has written these. What the
 * GraphQL specification forbids, and the rules of graphql-js do not survive, is rejected nevertheless.
 */
export const trustedDocumentRule: ValidationRule = documentRule(function* (document, context) {
  const { sizeOfFragment, cyclicFragments } = createSizeCounter(context);
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) sizeOfFragment(definition.name.value);
  const [cyclicFragment] = cyclicFragments;
  if (cyclicFragment !== undefined) yield cycleError(cyclicFragment);
  else for (const operation of operationsOf(document)) yield* checkCondition(operation, context);
});

/** Creates a rule that checks a whole document. */
function documentRule(
  check: (document: DocumentNode, context: ValidationContext) => Iterable<GraphQLError>,
): ValidationRule {
  return (context) =>
    ({
      Document(document) {
        const errors = [...check(document, context)];
        for (const error of errors) context.reportError(error);
        // `null` hides the document from the other rules.
        return errors.length > 0 ? null : undefined;
      },
    }) satisfies ASTVisitor;
}

const operationsOf = ({ definitions }: DocumentNode): readonly OperationDefinitionNode[] =>
  definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);

function* checkDocument(
  document: DocumentNode,
  context: ValidationContext,
  maxDuplicates: number,
): Generator<GraphQLError> {
  const { sizeOfOperation, sizeOfFragment, isCounted, cyclicFragments } = createSizeCounter(context);
  const operations = new Map<OperationDefinitionNode, DocumentSize>();
  const unusedFragments: FragmentDefinitionNode[] = [];
  let selections = 0;
  for (const definition of operationsOf(document)) {
    const size = sizeOfOperation(definition);
    operations.set(definition, size);
    selections += size.selections;
  }
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.FRAGMENT_DEFINITION || isCounted(definition.name.value)) continue;
    unusedFragments.push(definition);
    selections += sizeOfFragment(definition.name.value).selections;
  }
  const [cyclicFragment] = cyclicFragments;
  if (cyclicFragment !== undefined) {
    yield cycleError(cyclicFragment);
    return;
  }
  if (selections > MAX_SELECTIONS) {
    yield limitError(
      `expected a document of at most ${MAX_SELECTIONS} selections with expanded fragments, got ${capped(selections)}; request less at once, or have the document registered as a trusted one`,
      { code: 'TOO_MANY_SELECTIONS', limit: MAX_SELECTIONS, actual: capped(selections) },
    );
    return;
  }
  const mostDuplicated: DuplicatedField[] = [];
  for (const [operation, size] of operations) {
    yield* checkCondition(operation, context);
    const merged = measureMerged(operation.selectionSet, context);
    mostDuplicated.push(merged.mostDuplicated);
    yield* checkOperation(operation, { ...size, aliases: merged.aliases });
  }
  for (const { selectionSet } of unusedFragments)
    mostDuplicated.push(measureMerged(selectionSet, context).mostDuplicated);
  const { count, node } = mostDuplicated.reduce(
    (most, other) => (other.count > most.count ? other : most),
    NO_FIELDS,
  );
  if (node && count > maxDuplicates)
    yield limitError(
      `expected each field at most ${maxDuplicates} times in one selection set with expanded fragments, got ${(node.alias ?? node.name).value.slice(0, MAX_REPORTED_NAME_CHARACTERS)} ${count} times; select it once`,
      { code: 'TOO_MANY_DUPLICATES', limit: maxDuplicates, actual: count },
      node,
    );
}

function* checkCondition(
  operation: OperationDefinitionNode,
  context: ValidationContext,
): Generator<GraphQLError> {
  const isSubscription = operation.operation === OperationTypeNode.SUBSCRIPTION;
  const condition = isSubscription && findRootCondition(operation.selectionSet, context);
  if (condition)
    yield limitError(
      `expected a subscription whose root field has no condition, got @${condition.name.value}; subscribe when the condition holds`,
      undefined,
      condition,
    );
}

/**
 * Returns a `@skip` or `@include` at the root field of a subscription, which has exactly one
 * (https://spec.graphql.org/September2025/#sec-Single-Root-Field). For variables, the rule of graphql-js 16 throws; without a
 * field, its execution does.
 */
function findRootCondition(
  { selections }: SelectionSetNode,
  context: ValidationContext,
): DirectiveNode | undefined {
  for (const selection of selections) {
    const condition = selection.directives?.find(({ name }) => CONDITIONS.has(name.value));
    if (condition) return condition;
    if (selection.kind === Kind.FIELD) continue;
    const isSpread = selection.kind === Kind.FRAGMENT_SPREAD;
    const fragment = isSpread ? context.getFragment(selection.name.value) : selection;
    const found = fragment && findRootCondition(fragment.selectionSet, context);
    if (found) return found;
  }
  return undefined;
}

const cycleError = (fragment: string): GraphQLError =>
  limitError(
    `expected no fragment that contains itself, got ${fragment.slice(0, MAX_REPORTED_NAME_CHARACTERS)}; write out each level`,
  );

function* checkOperation(
  operation: OperationDefinitionNode,
  size: Readonly<Record<LimitName, number>>,
): Generator<GraphQLError> {
  for (const kind of ['depth', 'aliases', 'directives'] as const)
    if (size[kind] > OPERATION_LIMITS[kind])
      yield limitError(
        `expected an operation of at most ${OPERATION_LIMITS[kind]} ${kind === 'depth' ? 'levels' : kind}, got ${capped(size[kind])}; ${FIXES[kind]}`,
        { code: CODES[kind], limit: OPERATION_LIMITS[kind], actual: capped(size[kind]) },
        operation,
      );
}

/** The extensions of an error that a limit causes. */
interface LimitFigures {
  readonly code: ErrorCode;
  readonly limit: number;
  readonly actual: number;
}

/** @param figures undefined if the document violates the GraphQL specification */
const limitError = (message: string, figures?: LimitFigures, nodes?: ASTNode) =>
  new GraphQLError(message, { nodes, extensions: figures && { ...figures } });

const capped = (count: number): number => Math.min(count, 1e9);
