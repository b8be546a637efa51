/** Returns the value of a name; undefined for names such as `constructor` that every object inherits. */
export const ownValue = <Value>(
  record: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined => (record && Object.hasOwn(record, name) ? record[name] : undefined);
