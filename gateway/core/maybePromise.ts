/** A value, or a promise if something has to be waited for. Short steps would take most of their time for a promise. */
export type MaybePromise<T> = T | Promise<T>;

/** Returns whether a value has to be waited for. */
export const isPromise = <T>(value: MaybePromise<T>): value is Promise<T> =>
  typeof (value as Partial<Promise<T>> | null | undefined)?.then === 'function';

/** Continues with a value: at once, or when its promise resolves. */
export const andThen = <T, R>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<R>,
): MaybePromise<R> => (isPromise(value) ? value.then(next) : next(value));
