import type { GraphQLSchema } from 'graphql';
import { useEffect, useState } from 'react';
import type { GuideExamples } from '../document/fittingExamples.ts';

/** Returns the operations of the guides that the schema can execute; empty until they are loaded, and if they cannot be. */
export function useGuideExamples(schema: GraphQLSchema | undefined): readonly GuideExamples[] {
  const [guides, setGuides] = useState<readonly GuideExamples[]>([]);
  useEffect(() => {
    if (!schema) return;
    const controller = new AbortController();
    const { signal } = controller;
    const load = async () => {
      const response = await fetch('/explorer/examples.json', { signal });
      const { fittingGuides } = await import('../document/fittingExamples.ts');
      const all = response.ok ? ((await response.json()) as readonly GuideExamples[]) : [];
      if (!signal.aborted) setGuides(fittingGuides(schema, all));
    };
    load().catch(() => undefined);
    return () => controller.abort();
  }, [schema]);
  return guides;
}
