import { type Model, type ModelField, type ModelType, namedTypeOf } from '../../../core/model/model.ts';
import { type RequiredScopes, scopesImply } from '../../../core/model/requiredScopes.ts';
import { inlineTypes } from '../../../core/model/unionMembers.ts';
import { describeScopeGroups, type ScopeGroups } from '../../../core/scopes.ts';
import { attributePath } from '../../../providers/content/groq/groq.ts';
import type { ReportError } from '../model/modelError.ts';

/** Checks that `@inverse` requires the scopes of the fields on its path: its documents and their number reveal their values. */
export function checkScopesOfInverse(
  model: Model,
  type: ModelType,
  field: ModelField,
  required: RequiredScopes,
  report: ReportError,
): void {
  if (field.source.kind !== 'inverse') return;
  let current = model.types.get(field.target ?? '');
  const own = [
    ...required.ofType(type.name),
    ...required.ofField(type, field),
    ...(current ? required.ofType(current.name) : []),
  ];
  for (const name of field.source.path.split('.')) {
    const step: ModelField | undefined = current?.fields.get(name);
    if (!current || !step) return;
    const ofStep = [...required.ofType(current.name), ...required.ofField(current, step)];
    if (!scopesImply(own, ofStep))
      report(
        field.node,
        `${type.name}.${field.name}: expected the scopes of ${current.name}.${name}, ${describe(ofStep)}, because @inverse(field: "${field.source.path}") reveals its value, got ${describe(own)}; add @requiresScopes with them`,
      );
    current = model.types.get(step.typeName);
  }
}

/** What a field, or a part of it, reads of a document. */
interface Reading {
  /** The rest of the path to the attribute. */
  readonly path: readonly string[];
  /** The scopes that the value requires, each once. */
  readonly scopes: ReadonlyMap<string, ScopeGroups>;
  /** True if the value itself is returned, false if only parts of it are. */
  readonly isValue: boolean;
  /** The inline objects whose fields return parts of the value. */
  readonly objects: readonly ModelType[];
}

/** An attribute that two readings return with other scopes. */
interface Difference {
  readonly path: string;
  readonly scopes: readonly [Reading['scopes'], Reading['scopes']];
}

/** The attributes that every document returns as `id`, `createdAt` and `updatedAt`. */
const SYSTEM_ATTRIBUTES = ['_id', '_createdAt', '_updatedAt'];

/**
 * Checks that fields with the same attribute, or with a part of it, require the same scopes. Expressions other than paths are
 * not checked: they can derive a public value on purpose.
 */
export function checkSharedAttributes(
  model: Model,
  type: ModelType,
  required: RequiredScopes,
  report: ReportError,
): void {
  const readings = createReadings(model, required);
  const earlier = (type.document ? SYSTEM_ATTRIBUTES : []).map((attribute) => ({
    name: 'every document',
    reading: {
      path: [attribute],
      scopes: new Map(),
      isValue: true,
      objects: [],
    } satisfies Reading as Reading,
  }));
  for (const field of type.fields.values()) {
    const reading = readings.ofField(type, field, new Map());
    if (!reading) continue;
    const name = `${type.name}.${field.name}`;
    for (const other of earlier)
      for (const { path, scopes } of differences(reading, other.reading, readings))
        report(
          field.node,
          `${name}: expected the scopes of ${other.name}, ${describe([...scopes[1].values()])}, because both return the attribute ${path}, got ${describe([...scopes[0].values()])}; require the same scopes on both, or remove one`,
        );
    earlier.push({ name, reading });
  }
}

interface Readings {
  /** @returns undefined for a field that reads no attribute */
  ofField(type: ModelType, field: ModelField, outer: Reading['scopes']): Reading | undefined;
  /** Returns the readings of the parts of a value, by the first name of their paths. */
  ofParts(reading: Reading): ReadonlyMap<string, readonly Reading[]>;
}

function createReadings(model: Model, required: RequiredScopes): Readings {
  const ofField: Readings['ofField'] = (type, field, outer) => {
    const path = attributePath(field)?.split('.');
    if (!path) return undefined;
    const result = field.target ?? namedTypeOf(field.node.type);
    return {
      path,
      scopes: withScopes(outer, [...required.ofField(type, field), ...required.ofType(result)]),
      isValue: field.shape !== 'object',
      objects: inlineTypes(model, field.typeName),
    };
  };
  const ofParts: Readings['ofParts'] = ({ scopes, objects }) =>
    Map.groupBy(
      objects.flatMap((object) => {
        const outer = withScopes(scopes, required.ofType(object.name));
        return [...object.fields.values()].flatMap((part) => ofField(object, part, outer) ?? []);
      }),
      ({ path: [first = ''] }) => first,
    );
  return { ofField, ofParts };
}

/**
 * Finds the attributes that two readings return with other scopes. Each pair of readings is compared once: objects in objects of
 * a page builder have millions of paths, and few pairs.
 */
function* differences(first: Reading, second: Reading, readings: Readings): Generator<Difference> {
  const compared = new Set<string>();
  function* compare(a: Reading, b: Reading, within: readonly string[]): Generator<Difference> {
    const shared = Math.min(a.path.length, b.path.length);
    if (a.path.slice(0, shared).join('.') !== b.path.slice(0, shared).join('.')) return;
    const path = [...within, ...a.path.slice(0, shared)];
    const left = { ...a, path: a.path.slice(shared) };
    const right = { ...b, path: b.path.slice(shared) };
    const keys = [keyOf(left), keyOf(right)];
    // The checks of the type of an object compare the parts that both read in the same way.
    if (keys[0] === keys[1] || compared.has(keys.join())) return;
    compared.add(keys.join());
    if (left.isValue && right.isValue && left.path.length === right.path.length)
      if (!isEqual(left.scopes, right.scopes))
        yield { path: path.join('.'), scopes: [left.scopes, right.scopes] };
    yield* comparePairs(left, right, path);
  }
  /** Compares the parts of values, and the values with the parts of the other. */
  function* comparePairs(a: Reading, b: Reading, path: readonly string[]): Generator<Difference> {
    const [ofA, ofB] = [a, b].map((each) =>
      each.path.length > 0 ? byFirstName(each) : readings.ofParts(each),
    );
    const value = (reading: Reading): Reading => ({ ...reading, objects: [] });
    for (const [name, parts] of ofA ?? [])
      for (const part of parts) {
        for (const other of ofB?.get(name) ?? []) yield* compare(part, other, path);
        if (b.isValue && b.path.length === 0) yield* compare(part, { ...value(b), path: part.path }, path);
      }
    if (a.isValue && a.path.length === 0)
      for (const part of [...(ofB ?? [])].flatMap(([, parts]) => parts))
        yield* compare({ ...value(a), path: part.path }, part, path);
  }
  yield* compare(first, second, []);
}

const byFirstName = (reading: Reading): ReadonlyMap<string, readonly Reading[]> =>
  new Map([[reading.path[0] ?? '', [reading]]]);

const keyOf = ({ path, scopes, isValue, objects }: Reading): string =>
  JSON.stringify([path, [...scopes.keys()].sort(), isValue, objects.map(({ name }) => name)]);

const withScopes = (scopes: Reading['scopes'], added: readonly ScopeGroups[]): Reading['scopes'] =>
  added.length === 0
    ? scopes
    : new Map([...scopes, ...added.map((groups) => [JSON.stringify(groups), groups] as const)]);

const isEqual = (a: Reading['scopes'], b: Reading['scopes']): boolean =>
  scopesImply([...a.values()], [...b.values()]) && scopesImply([...b.values()], [...a.values()]);

const describe = (scopes: readonly ScopeGroups[]): string =>
  scopes.map(describeScopeGroups).join(', and ') || 'none';
