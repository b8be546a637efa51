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

/** A place in the response: the selection sets of all fields with the same path, merged. */
interface Place {
  readonly level: number;
  /** By the name of the field, then by level and object type. */
  readonly selected: Map<string, Map<string, Selected>>;
  /** The places in it, by response key. */
  readonly inner: Map<string, Place>;
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
  const root = newPlace(0);
  addSelections(operation, root, undefined);
  return aliasesAt(root);

  function addSelections({ selections }: SelectionSetNode, place: Place, condition: Condition | undefined) {
    for (const selection of selections) {
      if (selection.kind !== Kind.FIELD) {
        const fragment =
          selection.kind === Kind.INLINE_FRAGMENT ? selection : fragmentOf(selection.name.value);
        if (fragment)
          addSelections(fragment.selectionSet, place, conditionOf(fragment, place.level) ?? condition);
        continue;
      }
      const key = (selection.alias ?? selection.name).value;
      const selected = selectedAt(place, selection.name.value, condition);
      selected.keys.add(key);
      if (selection.alias) selected.aliases += 1;
      if (!selection.selectionSet) continue;
      const inner = place.inner.get(key) ?? newPlace(place.level + 1);
      place.inner.set(key, inner);
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

const newPlace = (level: number): Place => ({ level, selected: new Map(), inner: new Map() });

/** Returns the selections of a field at a place that apply to the type of a condition. */
function selectedAt(place: Place, field: string, condition: Condition | undefined): Selected {
  const ofField = place.selected.get(field) ?? new Map<string, Selected>();
  place.selected.set(field, ofField);
  const type = condition ? `${condition.level} ${condition.type}` : '';
  const selected = ofField.get(type) ?? { level: condition?.level, keys: new Set(), aliases: 0 };
  ofField.set(type, selected);
  return selected;
}

function aliasesAt({ selected, inner }: Place): number {
  let count = 0;
  for (const ofField of selected.values()) count += aliasesOf([...ofField.values()]);
  for (const place of inner.values()) count += aliasesAt(place);
  return count;
}

/**
 * Returns the number of aliases of a field at one place. Types at the same level exclude one another, because the object at that
 * level has one type; others can apply to the same object.
 */
function aliasesOf(selected: readonly Selected[]): number {
  const [first] = selected;
  const areExclusive = selected.every(({ level }) => level !== undefined && level === first?.level);
  const keys = new Set(selected.flatMap((ofType) => [...ofType.keys]));
  const repeated = selected.filter((ofType) => (areExclusive ? ofType.keys : keys).size > 1);
  return repeated.reduce((sum, { aliases }) => sum + aliases, 0);
}
