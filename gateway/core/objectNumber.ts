const numbers = new WeakMap<object, number>();
let lastNumber = 0;

/** Returns a number that stands for an object in keys, which so keep no reference to it. */
export function objectNumber(object: object): number {
  const known = numbers.get(object);
  if (known !== undefined) return known;
  lastNumber += 1;
  numbers.set(object, lastNumber);
  return lastNumber;
}
