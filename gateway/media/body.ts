/**
 * The body of an answer as text, given up as soon as it is larger than it should be.
 * @param limit in bytes
 * @throws Error when the body is larger or ends early
 */
export async function readText(response: Response, limit: number): Promise<string> {
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the stream and with it the connection.
    if (size > limit) throw new Error(`expected a body of at most ${limit} bytes, got more`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
