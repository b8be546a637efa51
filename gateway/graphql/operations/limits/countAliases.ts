import {
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type InlineFragmentNode,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';

/** The selections of a field that apply to one object type. */
interface Selected {
  /** The level of the fragment that names the type; undefined for selections that apply to several types. */
  readonly level: number | undefined;
  /** The keys in the response. */
  readonly keys: Set<string>;
  aliases: number;
}

/** The selection sets of all fields with the same path in the response, merged. */
interface MergedSelection {
  readonly level: number;
  /** By the name of the field, then by level and object type. */
  readonly selected: Map<string, Map<string, Selected>>;
  /** Those of its fields, by response key. */
  readonly inner: Map<string, MergedSelection>;
}

/** The object type to which a selection applies, and the level of the fragment that says so. */
interface Condition {
  readonly type: string;
  readonly level: number;
}

interface AliasScope {
  readonly schema: GraphQLSchema;
  fragmentOf(name: string): FragmentDefinitionNode | undefined;
}

/**
 * Returns the number of aliases under which an operation selects a field of an object again. An alias of a field that is selected
 * once for each object does not count: it causes no more work than the name of the field, and fields of several types in a union
 * need aliases where their types differ. The time is that of expanding all fragments, so the caller limits their size and rejects
 * cycles first.
 */
export function countAliases(operation: SelectionSetNode, { schema, fragmentOf }: AliasScope): number {
  const root = newMergedSelection(0);
  addSelections(operation, root, undefined);
  return aliasesAt(root);

  function addSelections(
    { selections }: SelectionSetNode,
    merged: MergedSelection,
    condition: Condition | undefined,
  ) {
    for (const selection of selections) {
      if (selection.kind !== Kind.FIELD) {
        const fragment =
          selection.kind === Kind.INLINE_FRAGMENT ? selection : fragmentOf(selection.name.value);
        if (fragment)
          addSelections(fragment.selectionSet, merged, conditionOf(fragment, merged.level) ?? condition);
        continue;
      }
      const key = (selection.alias ?? selection.name).value;
      const selected = selectedAt(merged, selection.name.value, condition);
      selected.keys.add(key);
      if (selection.alias) selected.aliases += 1;
      if (!selection.selectionSet) continue;
      const inner = merged.inner.get(key) ?? newMergedSelection(merged.level + 1);
      merged.inner.set(key, inner);
      addSelections(selection.selectionSet, inner, condition);
    }
  }

  /** Fragments on interfaces and unions apply to several types. */
  function conditionOf(
    { typeCondition }: InlineFragmentNode | FragmentDefinitionNode,
    level: number,
  ): Condition | undefined {
    const type = typeCondition?.name.value;
    return type !== undefined && isObjectType(schema.getType(type)) ? { type, level } : undefined;
  }
}

const newMergedSelection = (level: number): MergedSelection => ({
  level,
  selected: new Map(),
  inner: new Map(),
});

/** Returns the selections of a field that apply to the type of a condition. */
function selectedAt(merged: MergedSelection, field: string, condition: Condition | undefined): Selected {
  const ofField = merged.selected.get(field) ?? new Map<string, Selected>();
  merged.selected.set(field, ofField);
  const type = condition ? `${condition.level} ${condition.type}` : '';
  const selected = ofField.get(type) ?? { level: condition?.level, keys: new Set(), aliases: 0 };
  ofField.set(type, selected);
  return selected;
}

function aliasesAt({ selected, inner }: MergedSelection): number {
  let count = 0;
  for (const ofField of selected.values()) count += aliasesOf([...ofField.values()]);
  for (const merged of inner.values()) count += aliasesAt(merged);
  return count;
}

/**
 * Returns the number of aliases of a field. Types at the same level exclude one another, because the object at that
 * level has one type; others can apply to the same object.
 */
function aliasesOf(selected: readonly Selected[]): number {
  const [first] = selected;
  const areExclusive = selected.every(({ level }) => level !== undefined && level === first?.level);
  const keys = new Set(selected.flatMap((ofType) => [...ofType.keys]));
  const repeated = selected.filter((ofType) => (areExclusive ? ofType.keys : keys).size > 1);
  return repeated.reduce((sum, { aliases }) => sum + aliases, 0);
}
