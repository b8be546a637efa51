import {
  type FieldNode,
  type FragmentDefinitionNode,
  type InlineFragmentNode,
  isObjectType,
  Kind,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

/** The figures of a selection set with expanded fragments and merged fields. */
export interface MergedSize {
  /**
   * Aliases under which a field of an object is selected again. An alias of a field that is selected once for each object does not
   * count: it causes no more work than the name of the field, and fields of several types in a union need aliases where their
   * types differ.
   */
  readonly aliases: number;
  readonly mostDuplicated: DuplicatedField;
}

/** A field that execution merges with other fields of its response key (GraphQL, section "Field Collection"). */
export interface DuplicatedField {
  readonly count: number;
  /** The last duplicate; undefined for an empty selection. */
  readonly node: FieldNode | undefined;
}

/** All fields with the same path in the response. */
interface MergedField {
  readonly level: number;
  count: number;
  /** The selections within it by the name of the field, then by level and object type. */
  readonly selected: Map<string, Map<string, Selected>>;
  /** The fields within it, by response key. */
  readonly fields: Map<string, MergedField>;
}

/** The selections of a field that apply to one object type. */
interface Selected {
  /** The level of the fragment that names the type; undefined for selections that apply to several types. */
  readonly level: number | undefined;
  /** The keys in the response. */
  readonly keys: Set<string>;
  aliases: number;
}

/** The object type to which a selection applies, and the level of the fragment that says so. */
interface Condition {
  readonly type: string;
  readonly level: number;
}

/**
 * Merges the fields of a selection set and counts them. It takes as long as expanding all fragments, so the caller limits their
 * size and rejects cycles first.
 */
export function measureMerged(set: SelectionSetNode, context: ValidationContext): MergedSize {
  const schema = context.getSchema();
  let mostDuplicated: DuplicatedField = { count: 0, node: undefined };
  const root = newMergedField(0);
  addSelections(set, root, undefined);
  return { aliases: aliasesIn(root), mostDuplicated };

  function addSelections({ selections }: SelectionSetNode, into: MergedField, condition?: Condition) {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        addField(selection, into, condition);
        continue;
      }
      const isSpread = selection.kind === Kind.FRAGMENT_SPREAD;
      const fragment = isSpread ? context.getFragment(selection.name.value) : selection;
      if (fragment)
        addSelections(fragment.selectionSet, into, conditionOf(fragment, into.level) ?? condition);
    }
  }

  function addField(node: FieldNode, into: MergedField, condition: Condition | undefined) {
    const key = (node.alias ?? node.name).value;
    const selected = selectedAt(into, node.name.value, condition);
    selected.keys.add(key);
    if (node.alias) selected.aliases += 1;
    const merged = into.fields.get(key) ?? newMergedField(into.level + 1);
    into.fields.set(key, merged);
    merged.count += 1;
    if (merged.count > mostDuplicated.count) mostDuplicated = { count: merged.count, node };
    if (node.selectionSet) addSelections(node.selectionSet, merged, condition);
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

const newMergedField = (level: number): MergedField => ({
  level,
  count: 0,
  selected: new Map(),
  fields: new Map(),
});

/** Returns the selections of a field that apply to the type of a condition. */
function selectedAt({ selected }: MergedField, name: string, condition: Condition | undefined): Selected {
  const ofField = selected.get(name) ?? new Map<string, Selected>();
  selected.set(name, ofField);
  const type = condition ? `${condition.level} ${condition.type}` : '';
  const ofType = ofField.get(type) ?? { level: condition?.level, keys: new Set(), aliases: 0 };
  ofField.set(type, ofType);
  return ofType;
}

function aliasesIn({ selected, fields }: MergedField): number {
  let count = 0;
  for (const ofField of selected.values()) count += aliasesOf([...ofField.values()]);
  for (const merged of fields.values()) count += aliasesIn(merged);
  return count;
}

/**
 * Returns the number of aliases of a field. Types at the same level exclude one another, because the object at that
 * level has one type; types at different levels can apply to the same object.
 */
function aliasesOf(selected: readonly Selected[]): number {
  const [first] = selected;
  const areExclusive = selected.every(({ level }) => level !== undefined && level === first?.level);
  const keys = new Set(selected.flatMap((ofType) => [...ofType.keys]));
  const repeated = selected.filter((ofType) => (areExclusive ? ofType.keys : keys).size > 1);
  return repeated.reduce((sum, { aliases }) => sum + aliases, 0);
}
