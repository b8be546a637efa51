import { useEffect, useState } from 'react';

/** The answer to a request of the explorer. */
export type Posted<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'loaded'; readonly value: T }
  | { readonly kind: 'fault'; readonly message: string };

/** Sends a body to an address of the explorer, whenever the body or the headers change. @param body undefined sends nothing */
export function usePosted<T>(
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Posted<T> {
  const [posted, setPosted] = useState<Posted<T>>({ kind: 'loading' });
  const sent = body === undefined ? undefined : JSON.stringify([body, headers]);
  useEffect(() => {
    if (sent === undefined) return;
    const controller = new AbortController();
    setPosted({ kind: 'loading' });
    post<T>(path, sent, controller.signal).then(
      (value) => setPosted({ kind: 'loaded', value }),
      (error: Error) => {
        if (!controller.signal.aborted) setPosted({ kind: 'fault', message: error.message });
      },
    );
    return () => controller.abort();
  }, [path, sent]);
  return posted;
}

async function post<T>(path: string, sent: string, signal: AbortSignal): Promise<T> {
  const [body, headers] = JSON.parse(sent) as [unknown, Record<string, string>];
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal,
  });
  const value = (await response.json()) as T & { errors?: { message: string }[] };
  if (!response.ok) throw new Error(value.errors?.[0]?.message ?? `status ${response.status}`);
  return value;
}
