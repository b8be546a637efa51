/** Records the title of every document over time. Checks the title in a response against the record. */
export interface TitleLog {
  /**
   * Records the start of an edit.
   * @param title the new title; null for a deleted document
   */
  begin(document: string, title: string | null): PendingEdit;
  /**
   * Checks a title in a response.
   * @param sentAt time of the request, by `performance.now`
   * @param receivedAt time of the response, by `performance.now`
   */
  check(document: string, title: string | null, sentAt: number, receivedAt: number): TitleCheck;
  /** Returns the current title of each document. */
  current(): ReadonlyMap<string, string | null>;
}

interface PendingEdit {
  commit(): void;
  /** Removes the edit: the content service rejected it. */
  rollback(): void;
}

export interface TitleCheck {
  /** The document had this title at some time before the response. */
  readonly isKnown: boolean;
  /** Time at which the title was replaced, when that was before the request. */
  readonly staleSince?: number;
}

interface Version {
  readonly title: string | null;
  /** Time at which the edit was sent. */
  readonly from: number;
  /** Time at which the next edit was acknowledged. */
  until: number;
}

/** @param initial titles before the first edit */
export function createTitleLog(initial: ReadonlyMap<string, string | null>): TitleLog {
  const versionsByDocument = new Map<string, Version[]>(
    [...initial].map(([document, title]) => [
      document,
      [{ title, from: 0, until: Number.POSITIVE_INFINITY }],
    ]),
  );
  return {
    begin(document, title) {
      const versions = versionsByDocument.get(document) as Version[];
      const version: Version = { title, from: performance.now(), until: Number.POSITIVE_INFINITY };
      const previous = versions.at(-1) as Version;
      versions.push(version);
      return {
        commit() {
          previous.until = performance.now();
        },
        rollback: () => void versions.splice(versions.indexOf(version), 1),
      };
    },
    check(document, title, sentAt, receivedAt) {
      const matches = (versionsByDocument.get(document) ?? []).filter(
        (version) => version.title === title && version.from <= receivedAt,
      );
      if (matches.length === 0) return { isKnown: false };
      const until = Math.max(...matches.map((version) => version.until));
      return until < sentAt ? { isKnown: true, staleSince: until } : { isKnown: true };
    },
    current: () =>
      new Map(
        [...versionsByDocument].map(([document, versions]) => [document, (versions.at(-1) as Version).title]),
      ),
  };
}
