type Variables = Readonly<Record<string, unknown>>;

/** A value that depends on variables, as it was when a cost was estimated. */
interface Dependency {
  /** @param variables coerced */
  read(variables: Variables): unknown;
  readonly value: unknown;
}

/** The part of a document that contains variables, and the part of the schema that decides what is read of it, if one does. */
export type VariableUse = readonly [part: object, definition?: object];

/** The variables that the cost of an operation depends on. Their values are not kept, because they can be large. */
export class VariableDependencies {
  readonly #dependencies = new Map<object, Map<object | undefined, Dependency>>();

  /**
   * Reads a value with these variables.
   * @param read returns a primitive value, always the same for a use
   */
  read<Value>(
    [part, definition]: VariableUse,
    variables: Variables,
    read: (variables: Variables) => Value,
  ): Value {
    const value = read(variables);
    const ofPart = this.#dependencies.get(part) ?? new Map<object | undefined, Dependency>();
    this.#dependencies.set(part, ofPart.set(definition, { read, value }));
    return value;
  }

  /**
   * Returns whether all values are the same with other variables, so that the cost is the same.
   * @param variables coerced; undefined if they are invalid
   */
  areSameFor(variables: Variables | undefined): boolean {
    for (const ofPart of this.#dependencies.values())
      for (const { read, value } of ofPart.values())
        if (!variables || read(variables) !== value) return false;
    return true;
  }
}
