import { useEffect, useState } from 'react';

/** The operations of a guide of the documentation. */
export interface GuideExamples {
  readonly title: string;
  /** The address of the guide. */
  readonly path: string;
  readonly operations: readonly { readonly query: string; readonly variables?: Record<string, unknown> }[];
}

/** Returns the operations of the guides; empty until they are loaded, and if they cannot be. */
export function useGuideExamples(): readonly GuideExamples[] {
  const [guides, setGuides] = useState<readonly GuideExamples[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    fetch('/explorer/examples.json', { signal: controller.signal })
      .then(async (response) => {
        if (response.ok) setGuides((await response.json()) as readonly GuideExamples[]);
      })
      .catch(() => undefined);
    return () => controller.abort();
  }, []);
  return guides;
}
