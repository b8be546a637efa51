/** Maximum length of a reason in a close frame (RFC 6455, 5.5). */
const MAX_REASON_BYTES = 123;

/** Cuts a reason to the length of a close frame. Reasons can repeat the client's input, and `ws` throws for longer ones. */
export function truncateCloseReason(reason: string): string {
  let text = reason.slice(0, MAX_REASON_BYTES);
  while (Buffer.byteLength(text) > MAX_REASON_BYTES) text = text.slice(0, -1);
  return text;
}
