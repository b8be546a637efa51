/** The header that every request to `/__emulator/` must have. No CORS response allows it, so a web page cannot send it. */
export const CONTROL_HEADERS = { 'x-emulator-control': '1' };

export type ControlMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Calls a control endpoint of an emulator.
 * @param origin of the emulator, e.g. `http://127.0.0.1:4101`
 * @param name path below `/__emulator/`, e.g. `faults`
 * @returns the JSON of the response
 * @throws Error with the emulator's message when it rejects the request
 */
export async function callControl(
  origin: string,
  method: ControlMethod,
  name: string,
  body?: unknown,
  // biome-ignore lint/suspicious/noExplicitAny: each control endpoint has its own response type
): Promise<any> {
  const response = await fetch(`${origin}/__emulator/${name}`, {
    method,
    headers: { ...CONTROL_HEADERS, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (response.ok) return response.json();
  throw new Error(
    `expected the emulator to accept ${method} ${name}, got ${response.status}: ${await response.text()}`,
  );
}
