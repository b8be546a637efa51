import DataLoader from 'dataloader';
import { currentFields, type FieldPath, forFields } from './journey.ts';

/**
 * A DataLoader whose batches are known to be for all fields that asked for one of their keys, and not for the first
 * alone. Where requests are not traced it is a DataLoader and no more.
 */
export function createFieldLoader<K, V, C = K>(
  load: DataLoader.BatchLoadFn<K, V>,
  options: DataLoader.Options<K, V, C> = {},
): Pick<DataLoader<K, V, C>, 'load'> {
  const keyOf = options.cacheKeyFn ?? ((key: K) => key as unknown as C);
  const asking = new Map<C, readonly FieldPath[]>();
  const take = (key: K): readonly FieldPath[] => {
    const fields = asking.get(keyOf(key)) ?? [];
    asking.delete(keyOf(key));
    return fields;
  };
  const loader = new DataLoader<K, V, C>(
    (keys) => (asking.size === 0 ? load(keys) : forFields(keys.flatMap(take), () => load(keys))),
    options,
  );
  return {
    load(key) {
      const fields = currentFields();
      if (fields.length > 0) asking.set(keyOf(key), [...(asking.get(keyOf(key)) ?? []), ...fields]);
      return loader.load(key);
    },
  };
}
