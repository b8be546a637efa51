import { useEffect, useState } from 'react';

/** The state of a request of the explorer. */
export type PostResult<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'loaded'; readonly value: T }
  | { readonly kind: 'error'; readonly message: string };

/** Sends a body to an address of the explorer, whenever the body or the headers change. @param body undefined sends nothing */
export function usePost<T>(
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): PostResult<T> {
  const [result, setResult] = useState<PostResult<T>>({ kind: 'loading' });
  const sent = body === undefined ? undefined : JSON.stringify([body, headers]);
  useEffect(() => {
    if (sent === undefined) return;
    const controller = new AbortController();
    setResult({ kind: 'loading' });
    post<T>(path, sent, controller.signal).then(
      (value) => setResult({ kind: 'loaded', value }),
      (error: Error) => {
        if (!controller.signal.aborted) setResult({ kind: 'error', message: error.message });
      },
    );
    return () => controller.abort();
  }, [path, sent]);
  return result;
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
