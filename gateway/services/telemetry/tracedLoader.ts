import DataLoader from 'dataloader';
import { currentFields, type FieldPath, runInFields } from './requestContext.ts';

type Loader<K, V, C> = Pick<DataLoader<K, V, C>, 'load'>;

/**
 * Creates a DataLoader whose batches run in the context of all fields that requested a key of the batch, and not only of
 * the first one.
 */
export function createTracedLoader<K, V, C = K>(
  load: DataLoader.BatchLoadFn<K, V>,
  options: DataLoader.Options<K, V, C> = {},
): Loader<K, V, C> {
  // Each operation has several loaders, and uses few of them.
  let created: Loader<K, V, C> | undefined;
  return {
    load(key) {
      created ??= create(load, options);
      return created.load(key);
    },
  };
}

function create<K, V, C>(
  load: DataLoader.BatchLoadFn<K, V>,
  options: DataLoader.Options<K, V, C>,
): Loader<K, V, C> {
  const keyOf = options.cacheKeyFn ?? ((key: K) => key as unknown as C);
  const requestedBy = new Map<C, readonly FieldPath[]>();
  const takeFields = (key: K): readonly FieldPath[] => {
    const fields = requestedBy.get(keyOf(key)) ?? [];
    requestedBy.delete(keyOf(key));
    return fields;
  };
  const loader = new DataLoader<K, V, C>(
    (keys) => (requestedBy.size === 0 ? load(keys) : runInFields(keys.flatMap(takeFields), () => load(keys))),
    options,
  );
  return {
    load(key) {
      const fields = currentFields();
      if (fields.length > 0) requestedBy.set(keyOf(key), [...(requestedBy.get(keyOf(key)) ?? []), ...fields]);
      return loader.load(key);
    },
  };
}
