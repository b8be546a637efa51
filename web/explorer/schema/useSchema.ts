import type { GraphQLSchema } from 'graphql';
import { useEffect, useState } from 'react';

/** The schema that the caller sees. */
export interface LoadedSchema {
  /** Undefined until it is loaded, and if it cannot be. */
  readonly schema: GraphQLSchema | undefined;
  /** The reason for which it cannot be loaded. */
  readonly errorMessage: string | undefined;
}

/** The key is typed or pasted: one request is enough. */
const DELAY_MS = 400;

/** Loads the schema that a caller with these headers sees, and loads it again when they change. */
export function useSchema(headers: Readonly<Record<string, string>>): LoadedSchema {
  const [loaded, setLoaded] = useState<LoadedSchema>({ schema: undefined, errorMessage: undefined });
  const sent = JSON.stringify(headers);
  useEffect(() => {
    const controller = new AbortController();
    const load = () =>
      loadSchema(JSON.parse(sent) as Record<string, string>, controller.signal).then(
        (schema) => setLoaded({ schema, errorMessage: undefined }),
        (error: Error) => {
          if (!controller.signal.aborted)
            setLoaded({
              schema: undefined,
              errorMessage: `The schema could not be loaded: ${error.message}`,
            });
        },
      );
    const timer = setTimeout(() => void load(), DELAY_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [sent]);
  return loaded;
}

async function loadSchema(
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<GraphQLSchema> {
  const [{ buildSchema }, response] = await Promise.all([
    import('graphql'),
    fetch('/schema.graphql', { headers, signal }),
  ]);
  const text = await response.text();
  if (!response.ok) throw new Error(messageOf(text) ?? `status ${response.status}`);
  return buildSchema(text, { assumeValidSDL: true });
}

function messageOf(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { errors?: { message?: string }[] }).errors?.[0]?.message;
  } catch {
    return undefined;
  }
}
