/** A value, or a promise if something has to be waited for. Short steps would take most of their time for a promise. */
export type MaybePromise<T> = T | Promise<T>;

/** Continues with a value: at once, or when its promise resolves. */
export const andThen = <T, R>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<R>,
): MaybePromise<R> => (value instanceof Promise ? value.then(next) : next(value));
