import { badRequest } from '../api/apiError.ts';
import { isObject, type SearchRecord } from './attributes.ts';

/**
 * Applies a partial update, which sets first-level attributes and executes built-in operations.
 * @param record the record, or undefined when it does not exist
 * @returns undefined when an `IncrementFrom` or `IncrementSet` does not apply, which cancels the whole update
 * @throws ApiError 400 for an unknown operation or a value of the wrong type
 */
export function applyPartialUpdate(
  record: SearchRecord | undefined,
  objectID: string,
  changes: Record<string, unknown>,
): SearchRecord | undefined {
  const attributes = new Map<string, unknown>(Object.entries(record ?? {}));
  for (const [name, change] of Object.entries(changes)) {
    if (!isObject(change) || !Object.hasOwn(change, '_operation')) {
      attributes.set(name, change);
      continue;
    }
    const value = applyOperation(name, attributes.get(name), change);
    if (value === undefined) return undefined;
    attributes.set(name, value);
  }
  return { ...Object.fromEntries(attributes), objectID };
}

function applyOperation(name: string, current: unknown, change: Record<string, unknown>): unknown {
  const { _operation: operation, value } = change;
  switch (operation) {
    case 'Increment':
      return numberOf(name, current) + operand(name, operation, value);
    case 'Decrement':
      return numberOf(name, current) - operand(name, operation, value);
    case 'IncrementFrom': {
      const from = operand(name, operation, value);
      return numberOf(name, current) === from ? from + 1 : undefined;
    }
    case 'IncrementSet': {
      const to = operand(name, operation, value);
      return to > numberOf(name, current) ? to : undefined;
    }
    case 'Add':
      return [...listOf(name, current), item(name, operation, value)];
    case 'AddUnique': {
      const list = listOf(name, current);
      return list.includes(item(name, operation, value)) ? list : [...list, value];
    }
    case 'Remove': {
      const unwanted = item(name, operation, value);
      return listOf(name, current).filter((other) => other !== unwanted);
    }
    default:
      throw badRequest(
        `Invalid _operation ${JSON.stringify(operation)} on ${name}, expected Increment, Decrement, Add, Remove, AddUnique, IncrementFrom or IncrementSet`,
      );
  }
}

function numberOf(name: string, current: unknown): number {
  if (current === undefined || current === null) return 0;
  if (typeof current === 'number') return current;
  throw badRequest(`Cannot increment attribute ${name}, expected a number, got ${JSON.stringify(current)}`);
}

function operand(name: string, operation: string, value: unknown): number {
  if (typeof value === 'number') return value;
  throw badRequest(
    `Invalid value of ${operation} on ${name}, expected a number, got ${JSON.stringify(value)}`,
  );
}

function listOf(name: string, current: unknown): unknown[] {
  if (current === undefined || current === null) return [];
  if (Array.isArray(current)) return current;
  throw badRequest(`Cannot change attribute ${name}, expected an array, got ${JSON.stringify(current)}`);
}

function item(name: string, operation: string, value: unknown): string | number {
  if (typeof value === 'number' || typeof value === 'string') return value;
  throw badRequest(
    `Invalid value of ${operation} on ${name}, expected a string or a number, got ${JSON.stringify(value)}`,
  );
}
