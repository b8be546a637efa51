/** What every document was called, and when: by it any answer can be judged that came at any time. */
export interface Chronicle {
  /**
   * Writes down that an edit is under way.
   * @param value what the document is called from now on; null where there is none any more
   */
  begin(document: string, value: string | null): Edit;
  /**
   * Judges what an answer called a document.
   * @param asked when the question was sent, and when its answer came, by `performance.now`
   */
  judge(document: string, value: string | null, asked: number, answered: number): Verdict;
  /** What each document is called now. */
  now(): ReadonlyMap<string, string | null>;
}

interface Edit {
  done(): void;
  /** The edit was refused and has changed nothing. */
  undone(): void;
}

/** What is thought of an answer. */
export interface Verdict {
  /** Whether the document was ever called that, before the answer came. */
  readonly isKnown: boolean;
  /** When that had come to an end, where it had before the question was sent. */
  readonly since?: number;
}

interface Version {
  readonly value: string | null;
  /** When the edit was sent, and when that of the next one was acknowledged. */
  readonly from: number;
  until: number;
}

/** @param initial what documents are called at the beginning */
export function createChronicle(initial: ReadonlyMap<string, string | null>): Chronicle {
  const versions = new Map<string, Version[]>(
    [...initial].map(([document, value]) => [
      document,
      [{ value, from: 0, until: Number.POSITIVE_INFINITY }],
    ]),
  );
  return {
    begin(document, value) {
      const all = versions.get(document) as Version[];
      const version: Version = { value, from: performance.now(), until: Number.POSITIVE_INFINITY };
      const before = all.at(-1) as Version;
      all.push(version);
      return {
        done() {
          before.until = performance.now();
        },
        undone: () => void all.splice(all.indexOf(version), 1),
      };
    },
    judge(document, value, asked, answered) {
      const fitting = (versions.get(document) ?? []).filter(
        (version) => version.value === value && version.from <= answered,
      );
      const until = Math.max(...fitting.map((version) => version.until));
      if (fitting.length === 0) return { isKnown: false };
      return until < asked ? { isKnown: true, since: until } : { isKnown: true };
    },
    now: () => new Map([...versions].map(([document, all]) => [document, (all.at(-1) as Version).value])),
  };
}
