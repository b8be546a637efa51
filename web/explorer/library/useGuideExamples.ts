import type { GraphQLSchema } from 'graphql';
import { useEffect, useMemo, useState } from 'react';
import type { GuideExamples } from '../document/fittingExamples.ts';

/** Returns the operations of the guides that the schema can execute; empty until they are loaded, and if they cannot be. */
export function useGuideExamples(schema: GraphQLSchema | undefined): readonly GuideExamples[] {
  const [guidesFor, setGuidesFor] = useState<(schema: GraphQLSchema) => readonly GuideExamples[]>();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const load = async () => {
      const response = await fetch('/explorer/examples.json', { signal });
      const { fittingGuides } = await import('../document/fittingExamples.ts');
      const all = response.ok ? ((await response.json()) as readonly GuideExamples[]) : [];
      if (!signal.aborted) setGuidesFor(() => (current: GraphQLSchema) => fittingGuides(current, all));
    };
    load().catch(() => undefined);
    return () => controller.abort();
  }, []);
  return useMemo(() => (schema && guidesFor ? guidesFor(schema) : []), [schema, guidesFor]);
}
