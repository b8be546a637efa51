import { cutToBytes } from '../../../core/text/textBoundaries.ts';

/** Maximum length of a reason in a close frame (RFC 6455, 5.5). */
const MAX_REASON_BYTES = 123;

/** Cuts a reason to the length of a close frame. Reasons can repeat the client's input, and `ws` throws for longer ones. */
export const truncateCloseReason = (reason: string): string => cutToBytes(reason, MAX_REASON_BYTES);
