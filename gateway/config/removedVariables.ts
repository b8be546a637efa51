/** A setting of a former version. */
interface RemovedVariable {
  /** What to do instead. */
  readonly replacement: string;
  /** The form of its values, by which it is told from a variable of another program. */
  readonly values?: RegExp;
}

/** The settings that this release removed. */
export const REMOVED: Readonly<Record<string, RemovedVariable>> = {
  APP: { values: /^(auto|on|reader|off)$/, replacement: 'name app, reader, both or neither in SITES' },
  MCP: { values: /^(on|off)$/, replacement: 'name mcp in SITES, or leave it out' },
  DEV_APP_PORT: { replacement: 'remove it: the port is PORT + 1173' },
  EMULATOR_CONTENT_PORT: { replacement: 'rename it to EMULATOR_PORT' },
  EMULATOR_MEDIA_PORT: { replacement: 'remove it: the port is EMULATOR_PORT + 1' },
  EMULATOR_SEARCH_PORT: { replacement: 'remove it: the port is EMULATOR_PORT + 2' },
  EMULATOR_CONTENT_WEBHOOK_URL: { replacement: 'remove it: webhooks go to the gateway on PORT' },
  EMULATOR_MEDIA_WEBHOOK_URL: { replacement: 'remove it: webhooks go to the gateway on PORT' },
  EMULATOR_ORIGINS: { replacement: 'set PUBLIC_URL to the address of the app' },
  MUX_BASE_URL: { replacement: 'rename it to MUX_HOST' },
  MUX_STREAM_URL: { replacement: 'set MUX_HOST, such as media.example.org for stream.media.example.org' },
  MUX_IMAGE_URL: { replacement: 'set MUX_HOST, such as media.example.org for image.media.example.org' },
  SANITY_API_VERSION: { replacement: 'remove it: it is the version with which the gateway is tested' },
  SIGNED_URL_MARGIN_SECONDS: { replacement: 'remove it: it is 1800' },
};
