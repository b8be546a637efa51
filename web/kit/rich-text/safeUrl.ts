/** The schemes that a link in a text may have, and paths. Others, such as `javascript:`, can run code. */
export const SAFE_URL = /^(https?:|mailto:|\/|#)/i;
