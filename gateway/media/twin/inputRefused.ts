/** Why an input cannot become part of an asset, as an asset's or a track's `errors` tell it. */
export class InputRefused extends Error {
  override readonly name = 'InputRefused';
  readonly type: 'download_failed' | 'invalid_input';

  constructor(type: InputRefused['type'], message: string) {
    super(message);
    this.type = type;
  }

  get errors(): { type: string; messages: string[] } {
    return { type: this.type, messages: [this.message] };
  }
}

/** Any failure as the provider would report it: what is not the input's own fault is one of the service. */
export function asErrors(error: unknown): { type: string; messages: string[] } {
  if (error instanceof InputRefused) return error.errors;
  return { type: 'internal_error', messages: [`The twin failed: ${(error as Error).message}`] };
}
