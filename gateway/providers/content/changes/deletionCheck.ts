import { LRUCache } from 'lru-cache';

/** Finds deletions, which leave no trace among changed documents, by the number of all documents. */
export interface DeletionCheck {
  /** An event said that the document existed before. */
  existed(id: string): void;
  /** A poll returned a new version of the document. */
  changed(id: string): void;
  /**
   * Takes the number of documents after the changed documents.
   * @returns `possible` if the number has not grown by all documents that may be new
   */
  counted(total: number): 'none' | 'possible' | 'certain';
}

const MAX_DOCUMENTS = 20_000;

export function createDeletionCheck(): DeletionCheck {
  const known = new LRUCache<string, true>({ max: MAX_DOCUMENTS });
  let previous: number | undefined;
  let unknown = 0;
  return {
    existed: (id) => void known.set(id, true),
    changed(id) {
      if (!known.has(id)) unknown += 1;
      known.set(id, true);
    },
    counted(total) {
      const before = previous ?? total;
      const isPossible = previous !== undefined && total < before + unknown;
      previous = total;
      unknown = 0;
      if (total < before) return 'certain';
      return isPossible ? 'possible' : 'none';
    },
  };
}
