import {
  type ASTVisitor,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';
import type { ErrorCode } from '../errors.ts';

/** How far an operation may go, its fragments written out. */
interface Measure {
  /** Fields within fields. */
  readonly depth: number;
  readonly aliases: number;
  readonly directives: number;
}

/** A page of the app has 7, 4 and 2. What describes the schema is held by graphql-js's own rule. */
const DOCUMENT_LIMITS: Measure = { depth: 10, aliases: 30, directives: 30 };

const CODES: Readonly<Record<keyof Measure, ErrorCode>> = {
  depth: 'TOO_DEEP',
  aliases: 'TOO_MANY_ALIASES',
  directives: 'TOO_MANY_DIRECTIVES',
};
const MENDS: Readonly<Record<keyof Measure, string>> = {
  depth: 'ask for what lies deeper in a second operation, by `node(id:)`',
  aliases: 'ask for lists and filters instead of one thing after another',
  directives: 'leave out what is always or never meant',
};
const NOTHING: Measure = { depth: 0, aliases: 0, directives: 0 };

/**
 * A validation rule that refuses documents whose operations go too far. Each fragment is measured once, so that
 * fragments that double one another cost no more than they are long; one within itself is another rule's matter.
 */
export function documentLimits(context: ValidationContext): ASTVisitor {
  const measured = new Map<string, Measure>();

  const measureFragment = (name: string): Measure => {
    const known = measured.get(name);
    if (known) return known;
    measured.set(name, NOTHING);
    const fragment = context.getFragment(name);
    const measure = fragment ? measureFragmentBody(fragment) : NOTHING;
    measured.set(name, measure);
    return measure;
  };
  const measureFragmentBody = (fragment: FragmentDefinitionNode) =>
    plus(measureSelections(fragment.selectionSet), { directives: fragment.directives?.length ?? 0 });

  const measureSelections = (set: SelectionSetNode | undefined): Measure =>
    (set?.selections ?? []).reduce<Measure>((sum, selection) => {
      const own = { directives: selection.directives?.length ?? 0 };
      if (selection.kind === Kind.FRAGMENT_SPREAD)
        return join(sum, plus(measureFragment(selection.name.value), own));
      const inner = measureSelections(selection.selectionSet);
      if (selection.kind === Kind.INLINE_FRAGMENT) return join(sum, plus(inner, own));
      // The schema's description of itself is deep by nature.
      const depth = selection.name.value.startsWith('__') ? 0 : inner.depth + 1;
      return join(sum, { ...plus(inner, { ...own, aliases: selection.alias ? 1 : 0 }), depth });
    }, NOTHING);

  return {
    OperationDefinition(operation) {
      const measure = plus(measureSelections(operation.selectionSet), {
        directives: operation.directives?.length ?? 0,
      });
      for (const kind of ['depth', 'aliases', 'directives'] as const)
        if (measure[kind] > DOCUMENT_LIMITS[kind])
          context.reportError(
            new GraphQLError(
              `expected an operation of at most ${DOCUMENT_LIMITS[kind]} ${kind === 'depth' ? 'levels' : kind}, got ${Math.min(measure[kind], 1e9)}; ${MENDS[kind]}`,
              { nodes: operation, extensions: { code: CODES[kind] } },
            ),
          );
      return false;
    },
  };
}

const plus = (a: Measure, b: Partial<Measure>): Measure => ({
  depth: a.depth,
  aliases: a.aliases + (b.aliases ?? 0),
  directives: a.directives + (b.directives ?? 0),
});

const join = (a: Measure, b: Measure): Measure => ({
  depth: Math.max(a.depth, b.depth),
  aliases: a.aliases + b.aliases,
  directives: a.directives + b.directives,
});
