/** The reason why an input cannot become part of an asset, in the format of `errors` of assets and tracks. */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly type: 'download_failed' | 'invalid_input';

  constructor(type: InputError['type'], message: string) {
    super(message);
    this.type = type;
  }

  get errors(): { type: string; messages: string[] } {
    return { type: this.type, messages: [this.message] };
  }
}

/** Converts any error to Mux's format; errors that the input did not cause are `internal_error`. */
export function toAssetErrors(error: unknown): { type: string; messages: string[] } {
  if (error instanceof InputError) return error.errors;
  return { type: 'internal_error', messages: [`The emulator failed: ${(error as Error).message}`] };
}
