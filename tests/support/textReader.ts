/**
 * Creates a function that reads the body of a response until it contains a text.
 * @returns the whole text so far
 */
export function createTextReader({ body }: Response): (expected: string) => Promise<string> {
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = '';
  return async (expected) => {
    while (!text.includes(expected)) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`expected ${expected} in the body, got its end after ${text}`);
      text += decoder.decode(value, { stream: true });
    }
    return text;
  };
}
