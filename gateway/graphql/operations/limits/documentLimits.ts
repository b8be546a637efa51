import {
  type ASTVisitor,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import type { ErrorCode } from '../../../core/errors.ts';
import { findMostRepeated } from './duplicates.ts';

/** How far an operation may go, its fragments written out. */
interface DocumentSize {
  /** Fields within fields. */
  readonly depth: number;
  readonly aliases: number;
  readonly directives: number;
  /** Fields, fragments and where they are spread. */
  readonly selections: number;
}

/** A page of the app has 7, 4 and 2. What describes the schema is held by graphql-js's own rule. */
const OPERATION_LIMITS = { depth: 10, aliases: 30, directives: 30 };
/** Selections of a whole document; the app's largest has some 300. */
const MAX_SELECTIONS = 2000;
/** Characters of a name that are told. */
const MAX_REPORTED_NAME_LENGTH = 40;

type LimitName = keyof typeof OPERATION_LIMITS;
const CODES: Readonly<Record<LimitName, ErrorCode>> = {
  depth: 'TOO_DEEP',
  aliases: 'TOO_MANY_ALIASES',
  directives: 'TOO_MANY_DIRECTIVES',
};
const FIXES: Readonly<Record<LimitName, string>> = {
  depth: 'ask for what lies deeper in a second operation, by `node(id:)`',
  aliases: 'ask for lists and filters instead of one thing after another',
  directives: 'leave out what is always or never meant',
};
const EMPTY: DocumentSize = { depth: 0, aliases: 0, directives: 0, selections: 0 };

/**
 * A validation rule that refuses documents that go too far. It looks at the whole document before any other rule looks at
 * its parts, in about the time of reading it, and what it refuses is not looked at any further: some of the rules of
 * graphql-js compare every field of a name with every other.
 * @param maxDuplicates times that one field may stand in one place, fragments and fields of one name merged
 */
export const documentLimits =
  (maxDuplicates: number): ValidationRule =>
  (context) =>
    ({
      Document(document) {
        const errors = [...checkDocument(document, context, maxDuplicates)];
        for (const fault of errors) context.reportError(fault);
        // Takes the document away from the other rules.
        return errors.length > 0 ? null : undefined;
      },
    }) satisfies ASTVisitor;

function* checkDocument(
  document: DocumentNode,
  context: ValidationContext,
  maxDuplicates: number,
): Generator<GraphQLError> {
  const { measureOperation, measureFragment, isMeasured, circular } = createSizeCounter(context);
  const roots: SelectionSetNode[] = [];
  let selections = 0;
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const measure = measureOperation(definition);
    roots.push(definition.selectionSet);
    selections += measure.selections;
    yield* checkOperation(definition, measure);
  }
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.FRAGMENT_DEFINITION || isMeasured(definition.name.value)) continue;
    roots.push(definition.selectionSet);
    selections += measureFragment(definition.name.value).selections;
  }
  const [cyclicFragment] = circular;
  if (cyclicFragment !== undefined) {
    yield limitError(
      `expected no fragment within itself, got ${cyclicFragment.slice(0, MAX_REPORTED_NAME_LENGTH)}; write out how deep it goes`,
    );
    return;
  }
  if (selections > MAX_SELECTIONS) {
    yield limitError(
      `expected a document of at most ${MAX_SELECTIONS} selections, fragments written out, got ${capped(selections)}; ask for less at once`,
      'TOO_MANY_SELECTIONS',
    );
    return;
  }
  const { count, node } = findMostRepeated(roots, (name) => context.getFragment(name)?.selectionSet);
  if (node && count > maxDuplicates)
    yield limitError(
      `expected each field at most ${maxDuplicates} times in one place, fragments written out, got ${(node.alias ?? node.name).value.slice(0, MAX_REPORTED_NAME_LENGTH)} ${count} times; ask for it once`,
      'TOO_MANY_DUPLICATES',
      node,
    );
}

function* checkOperation(operation: OperationDefinitionNode, measure: DocumentSize): Generator<GraphQLError> {
  for (const kind of ['depth', 'aliases', 'directives'] as const)
    if (measure[kind] > OPERATION_LIMITS[kind])
      yield limitError(
        `expected an operation of at most ${OPERATION_LIMITS[kind]} ${kind === 'depth' ? 'levels' : kind}, got ${capped(measure[kind])}; ${FIXES[kind]}`,
        CODES[kind],
        operation,
      );
}

/** @param code none where the document is no good by the specification */
const limitError = (message: string, code?: ErrorCode, nodes?: OperationDefinitionNode | FieldNode) =>
  new GraphQLError(message, { nodes, extensions: code && { code } });

const capped = (count: number): number => Math.min(count, 1e9);

/**
 * Measures operations with their fragments written out. Each fragment is measured once, so that fragments that double one
 * another cost no more than they are long.
 */
function createSizeCounter(context: ValidationContext) {
  const sizes = new Map<string, DocumentSize>();
  const ancestors = new Set<string>();
  /** Fragments that stand within themselves. */
  const cyclic = new Set<string>();

  const measureFragment = (name: string): DocumentSize => {
    if (ancestors.has(name)) cyclic.add(name);
    const size = sizes.get(name);
    if (size) return size;
    sizes.set(name, EMPTY);
    const fragment = context.getFragment(name);
    ancestors.add(name);
    const measure = fragment ? measureFragmentBody(fragment) : EMPTY;
    ancestors.delete(name);
    sizes.set(name, measure);
    return measure;
  };
  const measureFragmentBody = (fragment: FragmentDefinitionNode) =>
    plus(measureSelections(fragment.selectionSet), { directives: fragment.directives?.length ?? 0 });

  const measureSelections = (set: SelectionSetNode | undefined): DocumentSize =>
    (set?.selections ?? []).reduce<DocumentSize>((sum, selection) => {
      const own = { directives: selection.directives?.length ?? 0, selections: 1 };
      if (selection.kind === Kind.FRAGMENT_SPREAD)
        return join(sum, plus(measureFragment(selection.name.value), own));
      const inner = measureSelections(selection.selectionSet);
      if (selection.kind === Kind.INLINE_FRAGMENT) return join(sum, plus(inner, own));
      // The schema's description of itself is deep by nature.
      const depth = selection.name.value.startsWith('__') ? 0 : inner.depth + 1;
      return join(sum, { ...plus(inner, { ...own, aliases: selection.alias ? 1 : 0 }), depth });
    }, EMPTY);

  return {
    measureFragment,
    circular: cyclic,
    isMeasured: (name: string) => sizes.has(name),
    measureOperation: ({ selectionSet, directives }: OperationDefinitionNode) =>
      plus(measureSelections(selectionSet), { directives: directives?.length ?? 0 }),
  };
}

const plus = (a: DocumentSize, b: Partial<DocumentSize>): DocumentSize => ({
  depth: a.depth,
  aliases: a.aliases + (b.aliases ?? 0),
  directives: a.directives + (b.directives ?? 0),
  selections: a.selections + (b.selections ?? 0),
});

const join = (a: DocumentSize, b: DocumentSize): DocumentSize => ({
  depth: Math.max(a.depth, b.depth),
  aliases: a.aliases + b.aliases,
  directives: a.directives + b.directives,
  selections: a.selections + b.selections,
});
